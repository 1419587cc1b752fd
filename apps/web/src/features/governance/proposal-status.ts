import type { Proposal } from '@app/api/schemas/proposal.ts'
import { formatPercent } from '../../lib/format/format.ts'
import type { Tone } from '../../lib/tone.ts'

export type ProposalFilter = 'All' | 'Active' | 'Pending' | 'Executed'

export const PROPOSAL_FILTERS: readonly ProposalFilter[] = ['All', 'Active', 'Pending', 'Executed']

const hasStatus = (proposal: Pick<Proposal, 'status'>, status: string): boolean =>
  proposal.status.toLowerCase() === status.toLowerCase()

export const isVotingOpen = (proposal: Pick<Proposal, 'status'>): boolean =>
  hasStatus(proposal, 'active') || hasStatus(proposal, 'pending')

const STATUS_TONES = new Map<string, Tone>([
  ['pending', 'fair'],
  ['active', 'info'],
  ['executed', 'good'],
  ['rejected', 'bad'],
])

/** Colour of a status badge: gray for expired and any other status. */
export const toStatusTone = (status: string): Tone =>
  STATUS_TONES.get(status.toLowerCase()) ?? 'neutral'

export const filterProposals = (proposals: readonly Proposal[], filter: ProposalFilter) =>
  filter === 'All' ? proposals : proposals.filter((proposal) => hasStatus(proposal, filter))

export function countProposals(proposals: readonly Proposal[]) {
  const count = (isCounted: (proposal: Proposal) => boolean) => proposals.filter(isCounted).length
  return [
    { label: 'Total', count: proposals.length },
    { label: 'Active', count: count(isVotingOpen) },
    { label: 'Executed', count: count((proposal) => hasStatus(proposal, 'executed')) },
    { label: 'Rejected', count: count((proposal) => hasStatus(proposal, 'rejected')) },
  ]
}

/** Votes of a proposal and their shares in percent, which add up; the shares are 0% before the first vote. */
export function computeTally({
  votesFor,
  votesAgainst,
}: Pick<Proposal, 'votesFor' | 'votesAgainst'>) {
  const total = votesFor + votesAgainst
  const share = votesFor / Math.max(1, total)
  const isNearEnd = share < 0.01 || share > 0.99
  const against = total === 0 ? 0 : 1 - (isNearEnd ? share : Math.round(share * 100) / 100)
  return { total, forPercent: formatPercent(share), againstPercent: formatPercent(against) }
}

/** Replaces a proposal in a list that is sorted newest first, or adds it. */
export function mergeProposal(proposals: readonly Proposal[], changed: Proposal): Proposal[] {
  const others = proposals.filter(({ id }) => id !== changed.id)
  return [...others, changed].toSorted((a, b) => b.id - a.id)
}

export const buildCardId = (id: number): string => `proposal-${id}`
