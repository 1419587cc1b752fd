import { checkWallet } from '@app/api/routes/agent.ts'
import { getCase } from '@app/api/routes/cases.ts'
import type { CaseEntry, CaseEntryKind, OpenedAppeal } from '@app/api/schemas/case.ts'
import { flagWallet, getProtectionStatus } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { AGENT_KEY_COUNT } from '../../seed/assign-roles.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { readEventsSince } from '../../testing/read-events-since.ts'
import { verifyFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { waitForEntry } from '../../testing/wait-for-entry.ts'

const world = await openOwnWorld()
const decisions = createDecisions(world)
const { people, chain, api, clock, agent, emulator, databaseUrl } = world
const { alice } = people

const LISTING = { source: 'imported list', reason: 'Was reported as a collector of stolen money.' }
const DEFENCE = 'I collected for a trip of seven friends, and all of them can tell you so.'

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
afterEach(() => expectMirrorEqualsChain(world))

/** Is flagged after a mistake of a list. */
let lou: Person
let unlist: (reason: string) => Promise<void>
let caseId: string
let appeal: OpenedAppeal
/** When the voting on the appeal ends. */
let deadlineMs: number
/** Before the flag was lifted. */
let height: number

beforeAll(async () => {
  await advanceOneDayAndPublish(world)
  lou = await collectForTrip(world)
  const scamList = await openScamList(databaseUrl, resources)
  unlist = await scamList.add({ address: lou.address, ...LISTING })
  await waitFor('lou to be flagged', async () => (await readProtection()).flag !== null)
  caseId = (await readProtection()).flag?.caseId ?? ''
})

afterAll(() => unlist('The report was about somebody else.'))

const readProtection = () => decisions.readProtection(lou)
const readCase = () => api.call(getCase, { params: { address: lou.address, caseId } })
const isFlaggedOnChain = async () =>
  ((await chain.runScript(getProtectionStatus({ address: lou.address }))) as { isFlagged: boolean })
    .isFlagged

const advanceTo = async (timeMs: number) =>
  clock.advance(timeMs - (await chain.flow.getLatestBlock()).timeMs)

async function waitForCaseEntry(kind: CaseEntryKind): Promise<CaseEntry> {
  let found: CaseEntry | undefined
  await waitFor(`an entry ${kind} in the case`, async () => {
    found = (await readCase()).entries.findLast((entry) => entry.kind === kind)
    return found !== undefined
  })
  return found as CaseEntry
}

/** Flags lou with the key of the agent. */
async function flagAgain(reasonCode: string): Promise<void> {
  const call = flagWallet({
    address: lou.address,
    caseId: 'another-case',
    reasonCode,
    reasonHash: hashReason(LISTING.reason),
  })
  const signer = createSigner({ ...agent, keyIndex: AGENT_KEY_COUNT - 1 })
  await chain.submitUntilSealed({ call, signers: [signer] })
}

test('a flagged wallet appeals, and is acknowledged with a vote of 24 hours', async () => {
  const signer = { chain, client: api, address: lou.address }
  const flagNumber = (await readProtection()).flag?.number ?? 0
  appeal = await appealThroughApi(signer, { against: { flagNumber }, reason: DEFENCE })
  deadlineMs = Date.parse(appeal.deadline)
  expect(appeal).toMatchObject({ against: 'flag', number: flagNumber, caseId })
  expect(deadlineMs - Date.parse(appeal.openedAt)).toBe(DAY_MS)
})

test('one votes, which is too few, and the flag holds to the end of the voting', async () => {
  await decisions.vote(appeal.id, { for: [alice] })
  height = (await chain.flow.getLatestBlock()).height
  await advanceTo(deadlineMs - 60_000)
  expect(await isFlaggedOnChain()).toBe(true)
  expect(await readProtection()).toMatchObject({ flag: { caseId }, appeals: [{ outcome: 'open' }] })
})

test('then time alone lifts it: at once for everybody who asks', async () => {
  await advanceTo(deadlineMs)
  expect(await isFlaggedOnChain()).toBe(false)
  expect(await readProtection()).toMatchObject({ flag: null, appeals: [{ outcome: 'undecided' }] })
})

test('and the agent records it on the chain, as of the end of the voting', async () => {
  await waitFor('the lift to be recorded', async () => (await readLift()) !== undefined)
  expect((await readLift())?.fields).toMatchObject({
    caseId,
    cause: 'appeal',
    liftedAt: parseUfix64((deadlineMs / 1000).toFixed(1)),
  })
})

test('with a bar for everybody on that reason, for seven days', async () => {
  const bars = await readEventsSince(chain, 'DharmaProtection.FlagBarred', height)
  expect(bars.find(({ fields }) => fields.address === lou.address)?.fields).toMatchObject({
    reasonCode: 'listed',
    flagger: null,
    until: parseUfix64(((deadlineMs + 7 * DAY_MS) / 1000).toFixed(1)),
  })
})

const readLift = async () =>
  (await readEventsSince(chain, 'DharmaProtection.FlagLifted', height)).find(
    ({ fields }) => fields.address === lou.address,
  )

test('the agent signs a clearance, and the case ends as undecided', async () => {
  const clearance = await waitForCaseEntry('clearance')
  expect(clearance.by).toBe(agent.address)
  expect(clearance.text).toContain(`Case: ${caseId}\n`)
  expect(clearance.text).toContain('Because: an appeal against it was not denied')
  const lifted = await waitForEntry(world, lou, { action: 'unflag' })
  expect(lifted.reason).toMatch(
    /^The flag of 0x[0-9a-f]{16} was lifted: an appeal against it was not denied\.$/,
  )
  const file = await readCase()
  expect(file).toMatchObject({ isOpen: false, outcome: 'undecided' })
  expect(file.entries.filter(({ kind }) => kind === 'appeal_outcome')).toMatchObject([
    { at: appeal.deadline, by: null, details: { outcome: 'undecided' } },
  ])
})

test('the verification of the case agrees, with the file alone and against the chain', async () => {
  const file = await readCase()
  const alone = await verifyFile('case', file, '--offline')
  expect(alone.output).not.toContain('WRONG')
  expect(alone.code).toBe(3)
  const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(code).toBe(0)
})

test('for seven days nobody can flag it for the same reason again', async () => {
  const refusal = `A flag of ${lou.address} with the code 'listed' is refused until`
  await expect(flagAgain('listed')).rejects.toThrow(refusal)
  await expect(flagAgain('contact')).rejects.toThrow(`with the code 'contact' is refused until`)
  await advanceTo(deadlineMs + 7 * DAY_MS - HOUR_MS)
  await expect(flagAgain('listed')).rejects.toThrow(refusal)
  const { actions } = await api.call(checkWallet, { body: { address: lou.address } })
  expect(actions).toEqual([])
  expect((await readProtection()).flag).toBeNull()
})

test('then the agent flags it again by itself, as a new case: the entry still stands', async () => {
  await advanceTo(deadlineMs + 7 * DAY_MS + HOUR_MS)
  await waitFor('lou to be flagged again', async () => (await readProtection()).flag !== null)
  const { flag } = await readProtection()
  expect(flag).toMatchObject({ reasonCode: 'listed' })
  expect(flag?.number).toBeGreaterThan(appeal.number)
  expect(flag?.caseId).not.toBe(caseId)
  expect(await readCase()).toMatchObject({ isOpen: false, outcome: 'undecided' })
})
