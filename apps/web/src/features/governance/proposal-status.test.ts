import type { Proposal } from '@app/api/schemas/proposal.ts'
import { expect, test } from 'vitest'
import {
  computeTally,
  countProposals,
  filterProposals,
  isVotingOpen,
  mergeProposal,
  toStatusTone,
} from './proposal-status.ts'

const buildProposal = (status: Proposal['status'], id: number): Proposal => ({
  id,
  status,
  action: 'freeze',
  targetAddress: '0x179b6b1cb6755e31',
  proposer: '0xf3fcd2c1a78f5eee',
  reason: 'a reason',
  votesFor: 0,
  votesAgainst: 0,
  createdAt: 1_772_366_400,
  title: 'Freeze 0x179b6b1cb6755e31',
  description: 'Marks it as frozen for 7 days',
  rank: 'voter',
  isAppeal: false,
  votingOutcome: 'open',
  votingEndsAt: 1_772_452_800,
  executableUntil: 1_773_057_600,
  countdowns: [],
  health: {
    voters: 0,
    sharedFunding: [],
    unknownFunding: 0,
    newVoters: 0,
    paidByProposer: 0,
    concentration: { proposals: 1, votes: 0, voters: 0, topThreeShare: 0 },
  },
})

const PROPOSALS = (
  ['pending', 'active', 'approved', 'executed', 'rejected', 'expired'] as const
).map(buildProposal)

test('the counter of active proposals counts the pending ones too', () => {
  expect(countProposals(PROPOSALS)).toEqual([
    { label: 'Total', count: 6 },
    { label: 'Active', count: 2 },
    { label: 'Executed', count: 1 },
    { label: 'Rejected', count: 1 },
  ])
})

test('a filter selects only its own status, and All selects everything', () => {
  expect(filterProposals(PROPOSALS, 'Active').map(({ status }) => status)).toEqual(['active'])
  expect(filterProposals(PROPOSALS, 'All')).toHaveLength(6)
})

test('voting is open while a proposal is pending or active', () => {
  expect(PROPOSALS.filter(isVotingOpen).map(({ status }) => status)).toEqual(['pending', 'active'])
})

test.each([
  ['pending', 'fair'],
  ['Active', 'info'],
  ['EXECUTED', 'good'],
  ['rejected', 'bad'],
  ['expired', 'neutral'],
  ['approved', 'neutral'],
])('the badge of status %s has tone %s', (status, tone) => {
  expect(toStatusTone(status)).toBe(tone)
})

test('a changed proposal replaces the one in the list, and a new one comes first', () => {
  const list = [buildProposal('active', 2), buildProposal('pending', 1)]
  const changed = buildProposal('active', 1)
  expect(mergeProposal(list, changed)).toEqual([list[0], changed])
  const added = buildProposal('pending', 3)
  expect(mergeProposal(list, added)).toEqual([added, ...list])
})

test.each([
  [0, 0, { total: 0, forPercent: 0, againstPercent: 0 }],
  [2, 1, { total: 3, forPercent: 67, againstPercent: 33 }],
  [0, 4, { total: 4, forPercent: 0, againstPercent: 100 }],
])('%i votes for and %i against result in %j', (votesFor, votesAgainst, tally) => {
  expect(computeTally({ votesFor, votesAgainst })).toEqual(tally)
})
