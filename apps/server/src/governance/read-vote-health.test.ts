import { expect, test } from 'vitest'
import { createTestContext } from '../testing/create-test-context.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../testing/ledger.ts'
import type { RecordedProposal } from './read-proposals.ts'
import {
  buildVoteHealth,
  type CountedVote,
  type HealthFacts,
  readVoteHealth,
} from './read-vote-health.ts'

const [PROPOSER, A, B, C, FUNDER] = [1, 2, 3, 4, 5].map(toTestAddress) as [
  ...[Address, Address, Address, Address, Address],
]
type Address = ReturnType<typeof toTestAddress>
const DAY = 86_400
const NOW = 1_800_000_000

const castBy = (voter: Address, changes: Partial<CountedVote> = {}): CountedVote => ({
  proposalId: 1,
  voter,
  castAt: NOW,
  standingSince: NOW - 30 * DAY,
  source: FUNDER,
  isPublicSource: false,
  isPaid: false,
  ...changes,
})

const build = (votes: CountedVote[], facts: Partial<HealthFacts> = {}) =>
  buildVoteHealth({ id: 1, isAppeal: false, proposals: 1, votes, ...facts })

test.each<[string, Partial<CountedVote>, object]>([
  ['the same source', {}, { sharedFunding: [{ source: FUNDER, voters: 2 }], unknownFunding: 0 }],
  ['a public source', { isPublicSource: true }, { sharedFunding: [], unknownFunding: 0 }],
  ['none that is known', { source: null }, { sharedFunding: [], unknownFunding: 2 }],
])('two voters whose first receipt came from %s', (_, changes, expected) => {
  expect(build([castBy(A, changes), castBy(B, changes)])).toMatchObject(expected)
})

test.each([
  [7, 1],
  [7.99, 1],
  [8, 0],
  [null, 0],
])(
  'a voter whose records stood for %s days counts as new: %i, and never on an appeal',
  (days, count) => {
    const votes = [castBy(A, { standingSince: days === null ? null : NOW - days * DAY })]
    expect(build(votes).newVoters).toBe(count)
    expect(build(votes, { isAppeal: true }).newVoters).toBe(0)
  },
)

test('concentration is the share of the three most frequent voters of the last proposals', () => {
  const votes = [A, A, B, B, C, FUNDER].map((voter) => castBy(voter, { proposalId: 2 }))
  expect(build([...votes, castBy(A)], { proposals: 2 })).toMatchObject({
    voters: 1,
    concentration: { proposals: 2, votes: 7, voters: 4, topThreeShare: 6 / 7 },
  })
})

test('first receipts, services and payments are found among the indexed transfers', async () => {
  const context = await createTestContext()
  const service = toTestAddress(6)
  const payments = [
    { height: 1, from: FUNDER, to: A },
    { height: 2, from: service, to: A },
    { height: 2, from: FUNDER, to: B },
    { height: 3, from: service, to: C },
    { height: 4, from: PROPOSER, to: B },
    { height: 5, from: C, to: PROPOSER },
  ]
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  await context.pool.query(
    `insert into label_entry (address, kind, source, confidence, reason) values ($1, 'service', 's', 1, 'r')`,
    [service],
  )
  await context.pool.query(
    `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, title, description, reason, reason_hash,
       created_at, voting_ends_at, executable_until, height, tx_id)
     select id, 'freeze', $1, $1, 'voter', false, '', '', '', '', 0, 0, 0, 1, id::text from unnest('{4,5}'::int[]) as id`,
    [PROPOSER],
  )
  for (const [id, voter] of [
    [4, A],
    [5, A],
    [5, B],
    [5, C],
  ])
    await context.pool.query(
      `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash,
         record_height, publisher, height, event_index, tx_id)
       values ($1, $2, $1, true, 1, 600, 'e', 1, $2, 1, 0, 't')`,
      [id, voter],
    )
  const proposal = { ballot: { id: 5 }, isAppeal: false } as RecordedProposal
  expect((await readVoteHealth(context, [proposal])).get(5)).toEqual({
    voters: 3,
    sharedFunding: [{ source: FUNDER, voters: 2 }],
    unknownFunding: 0,
    newVoters: 0,
    paidByProposer: 1,
    concentration: { proposals: 5, votes: 4, voters: 3, topThreeShare: 1 },
  })
})
