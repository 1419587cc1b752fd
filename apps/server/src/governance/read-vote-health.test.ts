import { expect, test } from 'vitest'
import { toTestAddress } from '../testing/ledger.ts'
import { buildVoteHealth, type CountedVote, type HealthFacts } from './read-vote-health.ts'

const PROPOSER = toTestAddress(1)
const A = toTestAddress(2)
const B = toTestAddress(3)
const C = toTestAddress(4)
const FUNDER = toTestAddress(5)
const EXCHANGE = toTestAddress(6)
const DAY = 86_400
const NOW = 1_800_000_000

const castBy = (voter: typeof A, standingDays: number | null = 30): CountedVote => ({
  proposalId: 1,
  voter,
  castAt: NOW,
  standingSince: standingDays === null ? null : NOW - standingDays * DAY,
})

const build = (facts: Partial<HealthFacts>) => {
  const votes = facts.votes ?? [castBy(A), castBy(B), castBy(C)]
  return buildVoteHealth({
    proposer: PROPOSER,
    isAppeal: false,
    votes,
    recent: { proposals: 1, votes },
    funding: new Map(),
    publicSources: new Set(),
    payments: new Set(),
    ...facts,
  })
}

test('voters whose first receipt came from the same source are counted, most first', () => {
  const funding = new Map([
    [A, FUNDER],
    [B, FUNDER],
    [C, EXCHANGE],
  ])
  expect(build({ funding })).toMatchObject({
    sharedFunding: [{ source: FUNDER, voters: 2 }],
    unknownFunding: 0,
  })
})

test('services and sources of many accounts do not connect wallets', () => {
  const funding = new Map([A, B, C].map((voter) => [voter, EXCHANGE] as const))
  expect(build({ funding, publicSources: new Set([EXCHANGE]) }).sharedFunding).toEqual([])
})

test('a wallet without a receipt in the indexed blocks is unknown', () => {
  expect(build({ funding: new Map([[A, FUNDER]]) }).unknownFunding).toBe(2)
})

test.each([
  [7, 1],
  [7.99, 1],
  [8, 0],
  [null, 0],
])('a voter whose records stood for %s days counts as new: %i', (days, count) => {
  expect(build({ votes: [castBy(A, days)] }).newVoters).toBe(count)
})

test('a voter on an appeal votes by the standing it had at the accusation, and is not new', () => {
  expect(build({ votes: [castBy(A, 1)], isAppeal: true }).newVoters).toBe(0)
})

test('voters whom the proposer ever paid are counted, in that direction only', () => {
  const payments = new Set([`${PROPOSER} ${A}`, `${B} ${PROPOSER}`])
  expect(build({ payments }).paidByProposer).toBe(1)
})

test('concentration is the share of the three most frequent voters', () => {
  const votes = [A, A, B, B, C, FUNDER].map((voter) => castBy(voter))
  expect(build({ recent: { proposals: 2, votes } }).concentration).toEqual({
    proposals: 2,
    votes: 6,
    voters: 4,
    topThreeShare: 5 / 6,
  })
})
