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
  [99, 1, '99%', '1%'],
])('%i votes for and %i against are %s and %s of all', (votesFor, votesAgainst, ...shares) => {
  const { total, forPercent, againstPercent } = computeTally({ votesFor, votesAgainst })
  expect([forPercent, againstPercent]).toEqual(shares)
  expect(total).toBe(votesFor + votesAgainst)
})
