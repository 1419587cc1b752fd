import { getCase } from '@app/api/routes/cases.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = await openOwnWorld()
const decisions = createDecisions(world)
const { people, chain, api, clock } = world
const { alice, bob, carol, dave, lena, acme } = people

const LISTING = { source: 'imported list', reason: 'Was reported as a collector of stolen money.' }
const ACCUSATION = 'Takes money from six wallets and passes it on within the hour.'
const DEFENCE = 'I collected for a trip of seven friends, and all of them can tell you so.'

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
afterEach(() => expectMirrorEqualsChain(world))

/** Honest, has a guarded vault, and will be listed by mistake. */
let kim: Person
let caseId: string
let unlist: (reason: string) => Promise<void>

beforeAll(async () => {
  kim = await collectForTrip(world)
  await acme.pay(kim, '150.00')
  await kim.openVault(lena, '10.0')
  await kim.depositToVault('120.00')
})

const readProtection = () => decisions.readProtection(kim)
const readOnChain = () => chain.runScript(getProtectionStatus({ address: kim.address }))

test('the agent flags whoever is listed and behaves so, on the chain', async () => {
  unlist = await (await openScamList(world.databaseUrl, resources)).add({
    address: kim.address,
    ...LISTING,
  })
  await waitFor('kim to be flagged', async () => (await readProtection()).flag !== null)
  caseId = (await readProtection()).flag?.caseId ?? ''
  expect(await readOnChain()).toMatchObject({ isFlagged: true, isFrozen: false })
})

test('three members freeze the vault, and two signers execute what they decided', async () => {
  const draft = { by: alice, action: 'freeze', target: kim, reason: ACCUSATION } as const
  const id = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(id, 'executed')
  expect(await readOnChain()).toMatchObject({ isFlagged: true, isFrozen: true })
  await expect(kim.withdrawFromVault('1.0')).rejects.toThrow(`${kim.address} is frozen`)
})

test('kim appeals, the vote upholds it, and the signers open the vault again', async () => {
  const freezeNumber = (await readProtection()).freeze?.number ?? 0
  const signer = { chain, client: api, address: kim.address }
  const { id } = await appealThroughApi(signer, { against: { freezeNumber }, reason: DEFENCE })
  await decisions.vote(id, { for: [alice, bob, dave] })
  await clock.advance(DAY_MS)
  await decisions.expectStatus(id, 'executed')
  expect(await readOnChain()).toMatchObject({ isFrozen: false })
  await kim.withdrawFromVault('1.0')
})

test('without the entry the agent lifts the flag, and the case ends as upheld', async () => {
  await unlist('The appeal showed that the report was about somebody else.')
  await waitFor('the flag to be lifted', async () => (await readProtection()).flag === null)
  const readCase = () => api.call(getCase, { params: { address: kim.address, caseId } })
  await waitFor('the case to be closed', async () => !(await readCase()).isOpen)
  expect((await readCase()).outcome).toBe('upheld')
})
