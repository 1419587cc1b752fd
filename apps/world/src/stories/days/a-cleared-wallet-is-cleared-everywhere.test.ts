import type { ApiClient } from '@app/api/client/client.ts'
import { listActions } from '@app/api/routes/actions.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import type { AlertData } from '@app/api/schemas/alert-data.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { type EventReader, openEventStream } from '@app/server/api/testing/open-event-stream.ts'
import { toAddress } from '@app/values/address.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import {
  createWatcher,
  readInboxTypes,
  type Watcher,
} from '../../testing/clients/create-watcher.ts'
import { logIn } from '../../testing/clients/log-in.ts'
import { DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { readHistory } from '../../testing/wait-for-entry.ts'

const world = await openOwnWorld()
const { people, chain, clock, api, urls, roles, databaseUrl } = world
const { finn, faye, ivan, jana } = people

const LISTING = { source: 'imported list', reason: 'Was reported as a collector of stolen money.' }

/** Watches kim before she is accused. */
let early: Watcher
/** Watches somebody else. */
let uninvolved: Watcher
/** Watches kim only after she was accused. */
let late: Watcher
/** Is listed by mistake. */
let kim: Person
let owner: ApiClient
let openPage: EventReader
/** What a busy machine does not take within 5 s is sent again after 5, 10, 20 and 40 s. */
const DELIVERY_TIMEOUT_MS = 180_000
const WITH_DELIVERIES = { timeout: DELIVERY_TIMEOUT_MS + 60_000 }

let flag: Protection['flag']
let unlist: (reason: string) => Promise<void>
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  kim = await collectForTrip(world, async (organizer) => {
    early = await watch(finn, organizer)
  })
  uninvolved = await watch(ivan, jana)
  owner = await logIn(world, kim)
  openPage = await openEventStream(`${urls.api}/v1/stream?topics=alerts:${kim.address}`, {})
  resources.defer(() => openPage.disconnect())
  const scamList = await openScamList(databaseUrl, resources)
  unlist = await scamList.add({ address: kim.address, ...LISTING })
  return () => resources.disposeAsync()
})

const watch = (person: Person, subject: Person) =>
  createWatcher(world, { person, subjects: [subject] }, resources)

/** What the agent does after the warning. */
const listAccusingActions = async () => {
  const actions = await api.call(listActions, { query: { address: kim.address } })
  return actions.filter(({ kind }) => kind === 'flag' || kind === 'propose_freeze')
}

const readFlag = async () => {
  const { address } = kim
  return (await api.call(getProtection, { params: { address } })).flag
}

const isFlaggedOnChain = async () => {
  const answer = await chain.runScript(getProtectionStatus({ address: kim.address }))
  return (answer as { isFlagged: boolean }).isFlagged
}

test(
  'an honest wallet that is listed by mistake is flagged, and everybody subscribed hears of it',
  WITH_DELIVERIES,
  async () => {
    await waitFor('kim to be flagged', async () => (await readFlag()) !== null)
    flag = await readFlag()
    expect(flag).toMatchObject({ reasonCode: 'listed', flagger: roles.agent })
    expect(await isFlaggedOnChain()).toBe(true)
    const accusations = () =>
      early.readWebhookTypes(kim).filter((type) => type === 'wallet.accused')
    await waitFor(
      'the webhook to get every accusation',
      async () => {
        const steps = await listAccusingActions()
        const isOver = steps.every(({ status }) => status === 'sealed')
        return isOver && accusations().length === 1 + steps.length
      },
      DELIVERY_TIMEOUT_MS,
    )
    for (const session of [early.session, owner])
      expect(await readInboxTypes(session, kim)).toContain('wallet.accused')
    expect(await openPage.text('"action":"flag"')).toContain(`"address":"${kim.address}"`)
    expect(uninvolved.readWebhookTypes(kim)).toEqual([])
  },
)

test('the entry is removed, and the flag is lifted on the chain when it is a day old', async () => {
  await unlist('The report was about another account with a similar name.')
  await clock.advance(DAY_MS - HOUR_MS)
  // Within a day of watching, by the indexed time, nobody is reminded of an accusation that was made before.
  await world.waitUntilIndexed()
  late = await watch(faye, kim)
  expect(await isFlaggedOnChain()).toBe(true)
  await clock.advance(2 * HOUR_MS)
  await waitFor('the flag to be lifted', async () => !(await isFlaggedOnChain()))
  await waitFor('the server to see it', async () => (await readFlag()) === null)
})

type Clearance = AlertData<'wallet.cleared'>['clearance']

let cleared: AlertData<'wallet.cleared'>

test(
  'every channel that got the accusation gets the clearance, and nobody else',
  WITH_DELIVERIES,
  async () => {
    const hasClearance = (types: readonly string[]) => types.includes('wallet.cleared')
    const isToldByWebhook = () => hasClearance(early.readWebhookTypes(kim))
    await waitFor('the webhook to get the clearance', isToldByWebhook, DELIVERY_TIMEOUT_MS)
    for (const session of [early.session, owner])
      expect(hasClearance(await readInboxTypes(session, kim))).toBe(true)
    await openPage.text('"action":"unflag"')
    for (const other of [late, uninvolved]) {
      expect(hasClearance(await other.readInboxTypes(kim))).toBe(false)
      expect(hasClearance(await other.readDeliveryTypes())).toBe(false)
      expect(hasClearance(other.readWebhookTypes(kim))).toBe(false)
    }
    cleared = early.findMessage(kim, 'wallet.cleared')?.data as AlertData<'wallet.cleared'>
  },
)

test('a key that the agent’s account has on the chain signed it, and it names wallet and case', async () => {
  const { clearance, caseId } = cleared
  expect(caseId).toBe(flag?.caseId)
  const { text, address } = clearance
  expect(address).toBe(roles.agent)
  expect(text).toContain(`Address: ${kim.address}\n`)
  expect(text).toContain(`Case: ${caseId}\n`)
  expect(text).toContain('Because: the entry in the scam list was removed')
  expect(await isSignedOnChain(clearance)).toBe(true)
  expect(
    await isSignedOnChain({ ...clearance, text: text?.replace('local', 'testnet') ?? '' }),
  ).toBe(false)
})

/** Lets the chain itself verify the signature. */
async function isSignedOnChain(clearance: Clearance): Promise<unknown> {
  const cadence = `
    access(all) fun main(address: Address, keyIndex: Int, signature: String, text: String): Bool {
        let key = getAccount(address).keys.get(keyIndex: keyIndex)!
        return !key.isRevoked && key.publicKey.verify(
            signature: signature.decodeHex(),
            signedData: text.utf8,
            domainSeparationTag: "FLOW-V0.0-user",
            hashAlgorithm: key.hashAlgorithm
        )
    }`
  const { address, keyIndex, signature, text } = clearance
  const args = [
    arg.address(toAddress(address)),
    arg.integer('Int', keyIndex),
    arg.string(signature ?? ''),
    arg.string(text ?? ''),
  ]
  return await chain.runScript({ name: 'is_signed', cadence, args })
}

test('the history tells it from the warning to the lift', async () => {
  const told = ['warn', 'flag', 'unflag']
  const entries = await readHistory(world, kim)
  const main = entries.filter(({ action }) => told.includes(action)).toReversed()
  expect(main.map(({ action, success }) => [action, success])).toEqual(
    told.map((action) => [action, true]),
  )
  expect(main.map(({ txId }) => txId !== undefined)).toEqual([false, true, true])
  expect(main.at(-1)?.reason).toMatch(
    /^The flag of 0x[0-9a-f]{16} is lifted: the entry in the scam list was removed; the score is \d/,
  )
})
