import { getCase, listCases } from '@app/api/routes/cases.ts'
import { getProposal } from '@app/api/routes/governance.ts'
import type { CaseEntry, CaseEntryKind, CaseFile, OpenedAppeal } from '@app/api/schemas/case.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { relink } from '@app/verify/testing/build-sample-case.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { COSIGNER_INDEXES } from '../../cosigners/cosigner-databases.ts'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { advanceOneDayAndPublish } from '../../testing/advance-one-day.ts'
import { createDecisions, DAY_MS, HOUR_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { verifyFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = await openOwnWorld()
const decisions = createDecisions(world)
const { people, chain, api, clock, cosigners, emulator, databaseUrl } = world
const { alice, bob, carol, dave, erin, lena, acme } = people

const LISTING = { source: 'imported list', reason: 'Was reported as a collector of stolen money.' }
const ACCUSATION = 'Takes money from six wallets and passes it on within the hour.'
const RECOVERY = 'Whoever collected this should not have the vault: give it to the recovery wallet.'
const DEFENCE = 'I collected for a trip of seven friends, and all of them can tell you so.'

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
afterEach(() => expectMirrorEqualsChain(world))

/** Has a guarded vault, is flagged after a mistake of a list, and frozen by the community. */
let kim: Person
let unlist: (reason: string) => Promise<void>
let caseId: string
let freezeNumber: number
let recoveryId: number
let appeal: OpenedAppeal
/** The case when it is over. */
let closed: CaseFile

beforeAll(async () => {
  await advanceOneDayAndPublish(world)
  kim = await openVaultOfOrganizer()
  const scamList = await openScamList(databaseUrl, resources)
  unlist = await scamList.add({ address: kim.address, ...LISTING })
  await waitFor('kim to be flagged', async () => (await readProtection()).flag !== null)
  caseId = (await readProtection()).flag?.caseId ?? ''
  const draft = { by: alice, action: 'freeze', target: kim, reason: ACCUSATION } as const
  const freezeId = await decisions.approve(draft, [alice, bob, carol])
  await decisions.expectStatus(freezeId, 'executed')
  freezeNumber = (await readProtection()).freeze?.number ?? 0
})

async function openVaultOfOrganizer(): Promise<Person> {
  const organizer = await collectForTrip(world)
  await acme.pay(organizer, '150.00')
  await organizer.openVault(lena, '10.0')
  await organizer.depositToVault('120.00')
  return organizer
}

const readProtection = () => decisions.readProtection(kim)
const readCase = () => api.call(getCase, { params: { address: kim.address, caseId } })
const readOnChain = async () =>
  (await chain.runScript(getProtectionStatus({ address: kim.address }))) as {
    isFlagged: boolean
    isFrozen: boolean
  }

/** Waits until the case has an entry of the kind, and returns the newest of them. */
async function waitForCaseEntry(kind: CaseEntryKind): Promise<CaseEntry> {
  let found: CaseEntry | undefined
  await waitFor(`an entry ${kind} in the case`, async () => {
    found = (await readCase()).entries.findLast((entry) => entry.kind === kind)
    return found !== undefined
  })
  return found as CaseEntry
}

const proposeRecovery = () =>
  decisions.propose({ by: bob, action: 'recover', target: kim, reason: RECOVERY })

const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / HOUR_MS

test('the frozen wallet reads what it can do, appeals, and is acknowledged at once', async () => {
  expect(await readOnChain()).toMatchObject({ isFrozen: true, isFlagged: true })
  await expect(kim.withdrawFromVault('1.0')).rejects.toThrow(`${kim.address} is frozen`)
  const { remedies } = await readProtection()
  expect(remedies).toContainEqual(expect.objectContaining({ kind: 'appeal_freeze', freezeNumber }))
  const against = { freezeNumber }
  const signer = { chain, client: api, address: kim.address }
  appeal = await appealThroughApi(signer, { against, reason: DEFENCE })
  expect(appeal).toMatchObject({ against: 'freeze', number: freezeNumber, caseId })
  const { openedAt, deadline, txId } = appeal
  expect(hoursBetween(openedAt, deadline)).toBe(24)
  expect(await chain.flow.getTransactionResult(txId)).toMatchObject({
    status: 'sealed',
    error: null,
  })
})

test('its vote and the open appeal are shown, with what the wallet signed', async () => {
  const { id, txId } = appeal
  const params = { id: String(id) }
  expect(await api.call(getProposal, { params })).toMatchObject({
    action: 'unfreeze',
    targetAddress: kim.address,
    status: 'pending',
  })
  expect((await readProtection()).appeals[0]).toMatchObject({
    id,
    against: 'freeze',
    number: freezeNumber,
    outcome: 'open',
  })
  const entry = await waitForCaseEntry('appeal')
  expect(entry).toMatchObject({ by: kim.address, text: DEFENCE, txId, details: { appealId: id } })
  expect(entry.message?.text).toContain(`Freeze: ${freezeNumber}\n`)
  expect(await readCase()).toMatchObject({ isOpen: true, outcome: 'open' })
})

test('the vote upholds it at the end of the voting, although nothing was executed yet', async () => {
  recoveryId = await proposeRecovery()
  await decisions.vote(recoveryId, { for: [alice, bob, carol] })
  await decisions.vote(appeal.id, { for: [alice, bob, dave, carol], against: [erin] })
  await Promise.all(COSIGNER_INDEXES.map((index) => cosigners.stop(index)))
  await clock.advance(DAY_MS)
  const { appeals, freeze } = await readProtection()
  expect(appeals[0]).toMatchObject({ outcome: 'upheld' })
  expect(freeze?.overruledAt).toBe(appeal.deadline)
  expect(await readOnChain()).toMatchObject({ isFrozen: true })
})

test('from then on nothing can be recovered under that freeze', async () => {
  expect(await decisions.readStatus(recoveryId)).toBe('expired')
  await expect(proposeRecovery()).rejects.toThrow(/no recovery opens under it/)
})

test('the signers of the DAO execute it by themselves: the vault is open again', async () => {
  await cosigners.startAll()
  await decisions.expectStatus(appeal.id, 'executed')
  expect(await readOnChain()).toEqual(expect.objectContaining({ isFrozen: false, isFlagged: true }))
  await unlist('The appeal showed that the report was about somebody else.')
  await waitFor('the score to be without the entry', async () =>
    (await world.fetchScore(kim)).reasons.every(({ code }) => code !== 'listed'),
  )
  await kim.withdrawFromVault('1.0')
  await waitFor('the flag to be lifted', async () => (await readProtection()).flag === null)
})

test('the case ends as upheld, with a clearance, and is listed so', async () => {
  const { message } = await waitForCaseEntry('clearance')
  expect(message?.text).toContain(`Case: ${caseId}\n`)
  closed = await readCase()
  expect(closed).toMatchObject({ isOpen: false, outcome: 'upheld' })
  expect(countKinds(closed)).toMatchObject({
    ...{ warning: 1, flag: 1, freeze: 1, appeal: 1, vote: 11, appeal_outcome: 1 },
    ...{ execution: 2, freeze_end: 1, lift: 1, clearance: 1 },
  })
  const cases = await api.call(listCases, { query: { address: kim.address } })
  const summary = { caseId, outcome: 'upheld', headHash: closed.headHash }
  expect(cases).toContainEqual(expect.objectContaining(summary))
})

function countKinds({ entries }: CaseFile): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

test('the verification of the case agrees, with the file alone and against the chain', async () => {
  await expectToAgree(closed)
})

test('and still agrees when the chain went on: the case has not changed', async () => {
  await advanceOneDayAndPublish(world)
  const later = await readCase()
  expect(later.headHash).toBe(closed.headHash)
  await expectToAgree(later)
})

/** The agent signs the clearance off the chain. */
const KEYS_OF_NOW =
  'note       1 message was never on the chain: the keys are compared with those that the signers have now.'

async function expectToAgree(file: CaseFile): Promise<void> {
  const alone = await verifyFile('case', file, '--offline')
  expect(alone).toMatchObject({ code: 3, errors: '' })
  expect(alone.output).toMatch(
    /everything that was checked agrees; not checked: \d+ citations?\.\n$/,
  )
  const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(output).toContain(KEYS_OF_NOW)
  expect(output).not.toContain('undecided')
  expect(code).toBe(0)
}

describe('a forged export, with all hashes computed again, is found where', () => {
  /** A vote For the appeal is turned around. */
  const turnVote = (file: CaseFile): CaseEntry<'vote'> => {
    const votes = file.entries.filter((entry) => entry.kind === 'vote')
    const vote = votes.find(({ details }) => details.proposalId === appeal.id && details.support)
    if (vote === undefined) throw new Error('nobody voted For the appeal')
    vote.details.support = false
    return vote
  }
  const turnSums = (file: CaseFile): void => {
    for (const { kind, details } of file.entries) {
      if (kind !== 'voting_end' || details.proposalId !== appeal.id) continue
      details.votesFor -= 1
      details.votesAgainst += 1
    }
  }

  test.each<[string, (file: CaseFile) => void, RegExp]>([
    ['a vote is turned around', turnVote, /WRONG .*message\.text should be .*Choice: against/],
    [
      'the signed text is turned around too',
      (file) => {
        const { message } = turnVote(file)
        if (message !== null) message.text = message.text.replace('Choice: for', 'Choice: against')
        turnSums(file)
      },
      /WRONG .*signatures?/,
    ],
  ])('%s', async (_, forge, difference) => {
    const forged = structuredClone(closed)
    forge(forged)
    const { code, output } = await verifyFile('case', relink(forged), '--offline')
    expect(output).toMatch(difference)
    expect(code).toBe(1)
  })

  test('the vote is turned around without its signature: only the chain knows', async () => {
    const forged = structuredClone(closed)
    const vote = turnVote(forged)
    turnSums(forged)
    Object.assign(vote.message ?? {}, { text: '', signatures: [], problem: 'The node is gone.' })
    const { code, output } = await verifyFile('case', relink(forged), '--node', emulator.rest)
    expect(output).toMatch(/WRONG .*\.details\.support should be true/)
    expect(code).toBe(1)
  })
})
