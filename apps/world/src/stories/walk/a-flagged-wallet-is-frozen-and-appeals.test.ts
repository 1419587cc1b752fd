import { getCase } from '@app/api/routes/cases.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { openStoryWorld } from '../../testing/open-story-world.ts'
import { verifyFile } from '../../testing/run-command.ts'

const world = await openStoryWorld()
const { approve, vote, readProtection, readProposal } = createDecisions(world)
const { people, chain, api, advance, settle, emulator } = world
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

const readOnChain = () => chain.runScript(getProtectionStatus({ address: kim.address }))

test('the agent flags whoever is listed and behaves so, on the chain', async () => {
  const scamList = await openScamList(world.databaseUrl, resources)
  unlist = await scamList.add({ address: kim.address, ...LISTING })
  await settle()
  const { flag } = await readProtection(kim)
  caseId = flag?.caseId ?? ''
  expect(flag).toMatchObject({ reasonCode: 'listed' })
  expect(await readOnChain()).toMatchObject({ isFlagged: true, isFrozen: false })
})

test('three members freeze the vault, and two signers execute what they decided', async () => {
  const draft = { by: alice, action: 'freeze', target: kim, reason: ACCUSATION } as const
  const id = await approve(draft, [alice, bob, carol])
  expect((await readProposal(id)).status).toBe('executed')
  expect(await readOnChain()).toMatchObject({ isFlagged: true, isFrozen: true })
  await expect(kim.withdrawFromVault('1.0')).rejects.toThrow(`${kim.address} is frozen`)
})

test('kim appeals, the vote upholds it, and the signers open the vault again', async () => {
  const { freeze, remedies } = await readProtection(kim)
  const freezeNumber = freeze?.number ?? 0
  expect(remedies).toContainEqual(expect.objectContaining({ kind: 'appeal_freeze', freezeNumber }))
  const signer = { chain, client: api, address: kim.address }
  const appeal = await appealThroughApi(signer, { against: { freezeNumber }, reason: DEFENCE })
  expect(appeal).toMatchObject({ against: 'freeze', number: freezeNumber, caseId })
  await vote(appeal.id, { for: [alice, bob, dave] })
  await advance(DAY_MS)
  expect((await readProposal(appeal.id)).status).toBe('executed')
  expect(await readOnChain()).toMatchObject({ isFrozen: false, isFlagged: true })
  await kim.withdrawFromVault('1.0')
})

test('without the entry the agent lifts the flag, and the case ends as upheld and proves itself', async () => {
  await unlist('The appeal showed that the report was about somebody else.')
  await settle()
  expect((await readProtection(kim)).flag).toBeNull()
  const file = await api.call(getCase, { params: { address: kim.address, caseId } })
  expect(file).toMatchObject({ isOpen: false, outcome: 'upheld' })
  const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(code).toBe(0)
})
