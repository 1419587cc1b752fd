import type { NeededVote } from '@app/api/schemas/governance/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { type Eligibility, readEligibility } from '../../flow-access/read-eligibility.ts'
import { type ProposalView, readProposals } from '../../governance/read-proposals.ts'
import { readOwnVotes } from '../../governance/read-votes.ts'
import { STANDING_SECONDS } from '../../governance/rules/durations.ts'
import type { Context } from '../../runtime/context.ts'
import { isOutdatedRecord } from '../consent/check-eligibility.ts'

/** Loads the proposals on which votes are counted now, earliest end first. */
export async function loadOpenProposals(context: Pick<Context, 'db'>): Promise<ProposalView[]> {
  const views = await readProposals(context)
  return views
    .filter(({ status }) => status === 'pending' || status === 'active')
    .sort((a, b) => a.ballot.votingEndsAt - b.ballot.votingEndsAt)
}

/** Loads the open proposals with what a wallet can do about them, earliest end first. */
export async function loadNeededVotes(context: Context, address: Address): Promise<NeededVote[]> {
  const open = await loadOpenProposals(context)
  const ids = open.map(({ ballot }) => ballot.id)
  const reader = { flow: context.flow, network: context.config.network }
  const eligibility = ids.length === 0 ? null : await readEligibility(reader, address, ids)
  const ownVotes = await readOwnVotes(context, address, ids)
  return open.map((view) => toNeededVote(view, eligibility, ownVotes.get(view.ballot.id) ?? null))
}

/** A published score that is only too old is published again with the vote. */
function toNeededVote(
  { ballot, row, now }: ProposalView,
  eligibility: Eligibility | null,
  ownVote: boolean | null,
): NeededVote {
  const reason = eligibility?.reasons.get(ballot.id)
  const from = eligibility === null ? null : toVotingTime(eligibility, now)
  const isRefreshed = reason !== undefined && isOutdatedRecord(reason) && from === null
  const obstacle = isRefreshed ? undefined : reason
  const votesNeeded = Math.max(0, VOTES_REQUIRED - ballot.votesFor - ballot.votesAgainst)
  return {
    id: ballot.id,
    title: row.title,
    topic: `${row.action} ${row.target} ${row.freeze_number ?? 0}`,
    rank: row.rank,
    votingEndsAt: ballot.votingEndsAt,
    secondsLeft: Math.max(0, ballot.votingEndsAt - now),
    mayVote: eligibility !== null && obstacle === undefined,
    ...(obstacle !== undefined && { reason: obstacle }),
    ...(obstacle !== undefined && from !== null && { mayVoteFrom: from }),
    ...(ownVote !== null && { ownVote: ownVote ? 'for' : 'against' }),
    votesNeeded,
    text: formatVotesNeeded(votesNeeded),
  }
}

/** Returns when the wallet's records will have stood for seven days; null when they do already. */
function toVotingTime({ standingSince }: Eligibility, now: number): number | null {
  const from = standingSince === null ? null : standingSince + STANDING_SECONDS
  return from !== null && from > now ? from : null
}

function formatVotesNeeded(count: number): string {
  if (count === 0) return 'No more votes needed'
  return count === 1 ? '1 more vote needed' : `${count} more votes needed`
}
