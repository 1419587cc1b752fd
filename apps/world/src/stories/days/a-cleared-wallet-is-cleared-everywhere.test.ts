import { getCase } from '@app/api/routes/cases.ts'
import { getOutcomes } from '@app/api/routes/reference.ts'
import type { AlertData } from '@app/api/schemas/alert-data.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { type EventReader, openEventStream } from '@app/server/api/testing/open-event-stream.ts'
import { toAddress } from '@app/values/address.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { buildBatchPaymentRequest } from '../../people/transactions.ts'
import {
  createWatcher,
  readInboxTypes,
  type Watcher,
} from '../../testing/clients/create-watcher.ts'
import { logIn } from '../../testing/clients/log-in.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { openStoryWorld } from '../../testing/open-story-world.ts'
import { runMain, verifyFile, writeTemporaryFile } from '../../testing/run-command.ts'

const world = await openStoryWorld()
const { vote, readProtection } = createDecisions(world)
const { people, chain, api, advance, settle, urls, roles, databaseUrl, emulator } = world
const { alice, bob, carol, finn, faye, ivan, jana, acme } = people

const FRIENDS = 6

/** Deposits that kim hands over, and what lou pays of them now. */
const BOOKINGS = [
  ['30.00', '12.00'],
  ['20.00', '8.00'],
  ['10.00', '4.00'],
] as const

/** What the keeper of a list says about kim, who has a similar name to a thief. */
const LISTING = {
  kind: 'scam',
  source: 'imported list of a company',
  confidence: 0.98,
  reason: 'Was reported as a collector of stolen money.',
  contact: 'the help desk of the company',
}

/** Code of the reason that money came from a listed wallet. */
const CONTACT = 'funding_hop_0'

const DEFENCE = 'I collected money for a trip of friends; the report is about somebody else.'

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())

const watch = (person: Person, subjects: Person[]) =>
  createWatcher(world, { person, subjects }, resources)

async function bookTrip(): Promise<[Person, Person]> {
  const [organizer, booker, hotel, ...friends] = await openNewAccounts(chain, FRIENDS + 3)
  if (organizer === undefined || booker === undefined || hotel === undefined)
    throw new Error('no accounts were opened')
  const wages = new Map(friends.map(({ address }) => [address, '50.00']))
  await chain.submitUntilSealed(buildBatchPaymentRequest(acme.address, wages, 'TUSD'))
  for (const friend of friends) await friend.pay(organizer, '40.00')
  for (const [amount, price] of BOOKINGS) {
    await organizer.pay(booker, amount)
    await booker.pay(hotel, price)
  }
  return [organizer, booker]
}

/** Imports the list as an operator does. */
async function importList() {
  const line = JSON.stringify({ address: kim.address, ...LISTING })
  const file = await writeTemporaryFile('labels.jsonl', line)
  const main = 'apps/server/src/labels/import-labels.ts'
  expect(await runMain(main, [file], { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0 })
  await settle()
}

/** Collects money for a trip from six friends and hands it to lou; listed by mistake. */
let kim: Person
/** Books the trip with the money that kim hands over; on no list. */
let lou: Person
/** Watches both before they are accused. */
let early: Watcher
/** Watches kim only after she was accused. */
let late: Watcher
/** Watches somebody else. */
let uninvolved: Watcher
let owner: Watcher['session']
let openPage: EventReader
let kimsCase: string
let lousCase: string
let outcomesBefore: Map<string, number>

beforeAll(async () => {
  ;[kim, lou] = await bookTrip()
  await settle()
  early = await watch(finn, [kim, lou])
  uninvolved = await watch(ivan, [jana])
  owner = await logIn(world, kim)
  openPage = await openEventStream(`${urls.api}/v1/stream?topics=alerts:${kim.address}`, {})
  resources.defer(() => openPage.disconnect())
  outcomesBefore = await readOutcomes()
})

/** Counts the cases of each reason by what became of them, such as 'listed clearedByVote'. */
async function readOutcomes(): Promise<Map<string, number>> {
  const { reasons } = await api.call(getOutcomes)
  return new Map(
    reasons.flatMap(({ code, clearedByVote, clearedByLabelRemoval, overturned }) => [
      [`${code} clearedByVote`, clearedByVote],
      [`${code} clearedByLabelRemoval`, clearedByLabelRemoval],
      [`${code} overturned`, overturned],
    ]),
  )
}

/** Codes of what counts against a wallet, and its score. */
async function readScore(person: Person) {
  const { score, reasons } = await world.fetchScore(person)
  return { score, costs: reasons.filter(({ points }) => points < 0).map(({ code }) => code) }
}

test('kim is listed by mistake and flagged, lou is suspected because kim’s money is hers, and everybody subscribed hears of it', async () => {
  expect((await readProtection(kim)).accusation).toBeNull()
  await importList()
  const [listed, behind] = [await readProtection(kim), await readProtection(lou)]
  expect(listed).toMatchObject({
    flag: { reasonCode: 'listed', flagger: roles.agent },
    labels: [LISTING],
  })
  expect(behind).toMatchObject({ accusation: { reasonCode: 'contact' }, labels: [] })
  kimsCase = listed.flag?.caseId ?? ''
  lousCase = behind.accusation?.caseId ?? ''
  const { score, costs } = await readScore(lou)
  expect(score).toBeLessThan(SUSPECTED_BELOW)
  expect(costs).toContain(CONTACT)
  for (const person of [kim, lou])
    expect(early.readWebhookTypes(person)).toContain('wallet.accused')
  for (const session of [early.session, owner])
    expect(await readInboxTypes(session, kim)).toContain('wallet.accused')
  expect(await openPage.text('"action":"flag"')).toContain(`"address":"${kim.address}"`)
})

test('she appeals, the community upholds it, and the flag is lifted on the chain', async () => {
  const { flag } = await readProtection(kim)
  const against = { flagNumber: flag?.number ?? 0 }
  const signer = { chain, client: api, address: kim.address }
  const { id } = await appealThroughApi(signer, { against, reason: DEFENCE })
  await vote(id, { for: [alice, bob, carol] })
  await advance(HOUR_MS)
  late = await watch(faye, [kim])
  await advance(DAY_MS - HOUR_MS)
  expect(await readProtection(kim)).toMatchObject({
    flag: null,
    appeals: [{ id, outcome: 'upheld', against: 'flag' }],
  })
  const { address } = kim
  const onChain = await chain.runScript(getProtectionStatus({ address }))
  expect(onChain).toMatchObject({ isFlagged: false })
})

test('the agent takes the entry out of its copy of the list, for good', async () => {
  expect((await readProtection(kim)).labels).toEqual([])
  await importList()
  expect((await readProtection(kim)).labels).toEqual([])
  expect((await readScore(kim)).costs).not.toContain('listed')
})

test('so lou is not suspected any more', async () => {
  expect(await readProtection(lou)).toMatchObject({ accusation: null, flag: null })
  const { score, costs } = await readScore(lou)
  expect(score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(costs).not.toContain(CONTACT)
})

const readClearance = (person: Person) =>
  early.findMessage(person, 'wallet.cleared')?.data as AlertData<'wallet.cleared'>

test.each([
  ['kim', () => [kim, kimsCase, 'an appeal against it was not denied'] as const],
  ['lou', () => [lou, lousCase, 'the entry in the scam list was removed'] as const],
])(
  'the clearance of %s names wallet, case and cause, and a key of the agent signed it',
  async (...[, choose]) => {
    const [person, caseId, cause] = choose()
    const { clearance, ...rest } = readClearance(person)
    expect(rest.caseId).toBe(caseId)
    const text = clearance.text ?? ''
    for (const line of [`Address: ${person.address}`, `Case: ${caseId}`, `Because: ${cause}`])
      expect(text.split('\n')).toContain(line)
    expect(clearance.address).toBe(roles.agent)
    expect(await isSignedOnChain(clearance)).toBe(true)
    expect(await isSignedOnChain({ ...clearance, text: text.replace('local', 'testnet') })).toBe(
      false,
    )
  },
)

/** Lets the chain itself verify the signature. */
async function isSignedOnChain(clearance: AlertData<'wallet.cleared'>['clearance']) {
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

test('it reaches every channel that got the accusation, and nobody else', async () => {
  for (const session of [early.session, owner])
    expect(await readInboxTypes(session, kim)).toContain('wallet.cleared')
  await openPage.text('"action":"unflag"')
  for (const other of [late, uninvolved]) {
    expect(await other.readInboxTypes(kim)).not.toContain('wallet.cleared')
    expect(await other.readDeliveryTypes()).not.toContain('wallet.cleared')
    expect(other.readWebhookTypes(kim)).not.toContain('wallet.cleared')
  }
  expect(uninvolved.readWebhookTypes(kim)).toEqual([])
})

test('it counts against the reasons of both accusations', async () => {
  const counts = await readOutcomes()
  const added = (key: string) => (counts.get(key) ?? 0) - (outcomesBefore.get(key) ?? 0)
  expect(added('listed clearedByVote')).toBe(1)
  expect(added(`${CONTACT} clearedByLabelRemoval`)).toBe(1)
  expect(added('listed overturned')).toBe(1)
  expect(added(`${CONTACT} overturned`)).toBe(1)
})

test.each([
  ['kim', () => ({ address: kim.address, caseId: kimsCase, outcome: 'upheld' })],
  ['lou', () => ({ address: lou.address, caseId: lousCase, outcome: 'cleared' })],
])('anybody can check the case of %s, from the list to the clearance', async (_, choose) => {
  const { outcome, ...params } = choose()
  const file = await api.call(getCase, { params })
  expect(file).toMatchObject({ isOpen: false, outcome })
  expect(file.entries.map(({ kind }) => kind)).toContain('clearance')
  const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(code).toBe(0)
  await expectMirrorEqualsChain(world)
})
