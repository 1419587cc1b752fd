import type { NeededVote } from '@app/api/schemas/governance/proposal.ts'
import type { Address } from '@app/values/address.ts'
import { MIN_JUROR_SCORE, MIN_VOTER_SCORE, VOTES_REQUIRED } from '@app/values/limits.ts'
import { type Eligibility, readEligibility } from '../../flow-access/read-eligibility.ts'
import { type ProposalView, readProposals } from '../../governance/read-proposals.ts'
import { readOwnVotes } from '../../governance/read-votes.ts'
import { STANDING_SECONDS } from '../../governance/rules/durations.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import { findMissingPublication, isAboutScores } from '../consent/find-missing-publication.ts'

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
  const unpublished =
    eligibility === null ? null : await loadUnpublishedScore(context, address, eligibility)
  return open.map((view) =>
    toNeededVote(view, { eligibility, unpublished, ownVote: ownVotes.get(view.ballot.id) ?? null }),
  )
}

/** Loads the score that a vote would have published first; `null` when it would publish none. */
async function loadUnpublishedScore(
  context: Context,
  address: Address,
  { reasons }: Eligibility,
): Promise<number | null> {
  const isAsked = [...reasons.values()].some(isAboutScores)
  if (!isAsked || (await findMissingPublication(context, address)) === null) return null
  return (await readLatestScore(context, address))?.score ?? null
}

interface VoterSituation {
  eligibility: Eligibility | null
  unpublished: number | null
  ownVote: boolean | null
}

function toNeededVote(view: ProposalView, situation: VoterSituation): NeededVote {
  const { ballot, row, now } = view
  const { eligibility, ownVote } = situation
  const reason = eligibility?.reasons.get(ballot.id)
  const from = eligibility === null ? null : toVotingTime(eligibility, now)
  const isRefreshed = reason !== undefined && from === null && isRefreshing(view, reason, situation)
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
    ...(isRefreshed && { reason: REFRESHING }),
    ...(obstacle !== undefined && from !== null && { mayVoteFrom: from }),
    ...(ownVote !== null && { ownVote: ownVote ? 'for' : 'against' }),
    votesNeeded,
    text: formatVotesNeeded(votesNeeded),
  }
}

const REFRESHING = 'Voting publishes its current score first.'

/** Whether the publication of the current score, before the vote, takes away why the wallet may not vote. */
function isRefreshing(
  { row }: ProposalView,
  reason: string,
  { eligibility, unpublished }: VoterSituation,
): boolean {
  if (!isAboutScores(reason) || unpublished === null) return false
  // After a break nobody votes for seven days, but who had stood before an accusation judges the appeal (rule 28).
  if (row.is_appeal) return unpublished >= MIN_JUROR_SCORE
  return unpublished >= MIN_VOTER_SCORE && eligibility?.standingSince !== null
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
