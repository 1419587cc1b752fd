import { expect, test } from 'vitest'
import { buildProposal } from '../../testing/build-proposal.ts'
import {
  computeTally,
  countProposals,
  filterProposals,
  isVotingOpen,
  mergeProposal,
  toStatusTone,
} from './proposal-status.ts'

const PROPOSALS = (
  ['pending', 'active', 'approved', 'executed', 'rejected', 'expired'] as const
).map((status, id) => buildProposal({ id, status }))

test('counters, filters and open votes go by the status, and Active counts the pending ones too', () => {
  expect(countProposals(PROPOSALS).map(({ label, count }) => `${label} ${count}`)).toEqual([
    ...['Total 6', 'Active 2', 'Executed 1', 'Rejected 1'],
  ])
  expect(filterProposals(PROPOSALS, 'Active').map(({ status }) => status)).toEqual(['active'])
  expect(filterProposals(PROPOSALS, 'All')).toHaveLength(6)
  expect(PROPOSALS.filter(isVotingOpen).map(({ status }) => status)).toEqual(['pending', 'active'])
})

test.each([
  ['pending', 'fair'],
  ['Active', 'info'],
  ['EXECUTED', 'good'],
  ['rejected', 'bad'],
  ['expired', 'neutral'],
  ['On hold', 'neutral'],
  ['constructor', 'neutral'],
])('the badge of status %s has tone %s', (status, tone) => {
  expect(toStatusTone(status)).toBe(tone)
})

test('a changed proposal replaces the one in the list, and a new one comes first', () => {
  const list = [buildProposal({ id: 2 }), buildProposal({ id: 1, votesFor: 1 })]
  const changed = buildProposal({ id: 1, votesFor: 2 })
  expect(mergeProposal(list, changed)).toEqual([list[0], changed])
  const added = buildProposal({ id: 3 })
  expect(mergeProposal(list, added)).toEqual([added, ...list])
})

test.each([
  [0, 0, '0%', '0%'],
  [2, 1, '67%', '33%'],
  [5, 3, '63%', '37%'],
  [0, 4, '0%', '100%'],
  [199, 1, '> 99%', '< 1%'],
  [3, 997, '< 1%', '> 99%'],
])('%i votes for and %i against are %s and %s of all', (votesFor, votesAgainst, ...shares) => {
  const { total, forPercent, againstPercent } = computeTally({ votesFor, votesAgainst })
  expect([total, forPercent, againstPercent]).toEqual([votesFor + votesAgainst, ...shares])
})
