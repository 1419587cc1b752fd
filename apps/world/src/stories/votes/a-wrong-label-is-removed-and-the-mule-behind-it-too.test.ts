import type { ApiClient } from '@app/api/client/client.ts'
import { getCase } from '@app/api/routes/cases.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import { getOutcomes } from '@app/api/routes/reference.ts'
import type { AlertData } from '@app/api/schemas/alert-data.ts'
import type { OpenedAppeal } from '@app/api/schemas/case.ts'
import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { getProtectionStatus } from '@app/contracts/calls.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { appealThroughApi } from '../../people/signed-calls.ts'
import { buildBatchPaymentRequest } from '../../people/transactions.ts'
import {
  createWatcher,
  readInboxTypes,
  type Watcher,
} from '../../testing/clients/create-watcher.ts'
import { logIn } from '../../testing/clients/log-in.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions, DAY_MS } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { openNewAccounts } from '../../testing/open-new-accounts.ts'
import { runMain, verifyFile, writeTemporaryFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, chain, clock, api, databaseUrl, emulator } = world
const { alice, bob, carol, finn, ivan, jana, acme } = people

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

/** Collects money for a trip from six friends and hands it to lou; listed by mistake. */
let kim: Person
/** Books the trip with the money that kim hands over; on no list. */
let lou: Person
/** Watches both before they are accused. */
let early: Watcher
/** Watches somebody else. */
let uninvolved: Watcher
let owner: ApiClient
let outcomesBefore: Map<string, number>
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  ;[kim, lou] = await bookTrip()
  early = await createWatcher(world, { person: finn, subjects: [kim, lou] }, resources)
  uninvolved = await createWatcher(world, { person: ivan, subjects: [jana] }, resources)
  owner = await logIn(world, kim)
  outcomesBefore = await readOutcomes()
  return () => resources.disposeAsync()
})

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

const readProtection = ({ address }: Person): Promise<Protection> =>
  api.call(getProtection, { params: { address } })

/** Imports the list as an operator does. */
async function importList() {
  const line = JSON.stringify({ address: kim.address, ...LISTING })
  const file = await writeTemporaryFile('labels.jsonl', line)
  const main = 'apps/server/src/labels/import-labels.ts'
  expect(await runMain(main, [file], { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0 })
}

const isFlaggedOnChain = async ({ address }: Person) => {
  const answer = await chain.runScript(getProtectionStatus({ address }))
  return (answer as { isFlagged: boolean }).isFlagged
}

let kimsCase: string
let lousCase: string
let suspected: ScoreResult
let appeal: OpenedAppeal

test('kim is listed by mistake and flagged; lou is suspected because kim’s money is hers', async () => {
  expect((await readProtection(kim)).accusation).toBeNull()
  await importList()
  await waitFor('kim to be flagged', async () => (await readProtection(kim)).flag !== null)
  await waitFor('lou to be accused', async () => (await readProtection(lou)).accusation !== null)
  const [listed, behind] = [await readProtection(kim), await readProtection(lou)]
  expect(listed.flag?.reasonCode).toBe('listed')
  expect(behind.accusation?.reasonCode).toBe('contact')
  expect(behind.labels).toEqual([])
  kimsCase = listed.flag?.caseId ?? ''
  lousCase = behind.accusation?.caseId ?? ''
  suspected = await world.fetchScore(lou)
  expect(suspected.score).toBeLessThan(SUSPECTED_BELOW)
  expect(listCosts(suspected)).toContain(CONTACT)
})

/** Codes of what counts against a wallet. */
const listCosts = ({ reasons }: Pick<ScoreResult, 'reasons'>): string[] =>
  reasons.filter(({ points }) => points < 0).map(({ code }) => code)

test('her page says who lists her, how surely, since when, whom to ask, and that she can appeal', async () => {
  const { labels, remedies, clearing } = await readProtection(kim)
  expect(labels).toEqual([{ ...LISTING, since: expect.stringMatching(/^20\d\d-\d\d-\d\dT/) }])
  const byKind = new Map(remedies.map((remedy) => [remedy.kind, remedy]))
  expect(byKind.get('appeal_flag')).toMatchObject({ caseId: kimsCase })
  expect(byKind.get('label_keeper')?.text).toBe(
    `Ask whoever keeps '${LISTING.source}' to remove the entry (${LISTING.contact}); here, an upheld appeal removes it too.`,
  )
  expect(clearing).toContain(`The flag is lifted when the entry in '${LISTING.source}' is removed.`)
})

test('she appeals, and the community upholds it', async () => {
  const { flag: standing } = await readProtection(kim)
  const against = { flagNumber: standing?.number ?? 0 }
  const signer = { chain, client: api, address: kim.address }
  appeal = await appealThroughApi(signer, { against, reason: DEFENCE })
  await decisions.vote(appeal.id, { for: [alice, bob, carol] })
  await clock.advance(DAY_MS)
  await world.waitUntilIndexed()
  const { appeals, flag } = await readProtection(kim)
  expect(appeals).toMatchObject([{ id: appeal.id, outcome: 'upheld', against: 'flag' }])
  expect(flag).toBeNull()
  await waitFor('the flag to be lifted on the chain', async () => !(await isFlaggedOnChain(kim)))
})

test('the agent takes the entry out of its copy of the list, for good', async () => {
  const isListed = async () => (await readProtection(kim)).labels.length > 0
  await waitFor('the entry to be removed', async () => !(await isListed()))
  await importList()
  expect(await isListed()).toBe(false)
  expect(await readEntries()).toEqual([{ removed_by_appeal: appeal.id }])
  const score = await world.fetchScore(kim)
  expect(listCosts(score)).not.toContain('listed')
})

async function readEntries(): Promise<object[]> {
  const pool = createPool(databaseUrl, createLog('error'))
  try {
    const { rows } = await pool.query(
      'select removed_by_appeal from label_entry where address = $1',
      [kim.address],
    )
    return rows
  } finally {
    await pool.end()
  }
}

/** Waits until a webhook that was told of the accusation is told of its end. */
async function awaitClearance(person: Person): Promise<AlertData<'wallet.cleared'>> {
  const find = () => early.findMessage(person, 'wallet.cleared')
  await waitFor('the webhook to get the clearance', () => find() !== undefined)
  return find()?.data as AlertData<'wallet.cleared'>
}

/** The kinds of evidence of which the webhook was told first. */
function readAccusedKinds(person: Person): readonly string[] {
  const data = early.findMessage(person, 'wallet.accused')?.data as AlertData<'wallet.accused'>
  return data.statement.evidenceKinds
}

test('her clearance is signed, and reaches all who were told of the accusation', async () => {
  const { caseId, clearance } = await awaitClearance(kim)
  expect(caseId).toBe(kimsCase)
  expect(readAccusedKinds(kim)).toContain('listed')
  expect(clearance.text).toContain(`Address: ${kim.address}\n`)
  expect(clearance.text).toContain('Because: an appeal against it was not denied')
  expect(await early.readInboxTypes(kim)).toContain('wallet.cleared')
  expect(await readInboxTypes(owner, kim)).toContain('wallet.cleared')
})

test('lou is not suspected for it any more, and has a clearance of her own', async () => {
  const { caseId, clearance } = await awaitClearance(lou)
  expect(caseId).toBe(lousCase)
  expect(readAccusedKinds(lou)).toContain('contact')
  expect(readAccusedKinds(lou)).not.toContain('listed')
  expect(clearance.text).toContain(`Address: ${lou.address}\n`)
  expect(clearance.text).toContain('Because: the entry in the scam list was removed')
  expect(await early.readInboxTypes(lou)).toContain('wallet.cleared')
  expect(await readProtection(lou)).toMatchObject({ accusation: null, flag: null })
  expect(await isFlaggedOnChain(lou)).toBe(false)
  const score = await world.fetchScore(lou)
  expect(score.score).toBeGreaterThanOrEqual(SUSPECTED_BELOW)
  expect(listCosts(score)).not.toContain(CONTACT)
})

test('who was not told of the accusations is not told of their end', async () => {
  for (const person of [kim, lou]) {
    expect(uninvolved.readWebhookTypes(person)).toEqual([])
    expect(await uninvolved.readInboxTypes(person)).toEqual([])
  }
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
  ['kim', () => ({ person: kim, caseId: kimsCase, outcome: 'upheld' })],
  ['lou', () => ({ person: lou, caseId: lousCase, outcome: 'cleared' })],
])('anybody can check the case of %s, from the list to the clearance', async (_, choose) => {
  const { person, caseId, outcome } = choose()
  const { address } = person
  const readCase = () => api.call(getCase, { params: { address, caseId } })
  await waitFor('the case to be over', async () => !(await readCase()).isOpen)
  const file = await readCase()
  expect(file.outcome).toBe(outcome)
  expect(file.entries.map(({ kind }) => kind)).toContain('clearance')
  const { code, output } = await verifyFile('case', file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(code).toBe(0)
  await expectMirrorEqualsChain(world)
})
