import type { NeededVote } from '@app/api/schemas/proposal.ts'
import { formatDateTime } from '../../lib/format/format.ts'

/** Whether the wallet may vote and has not voted yet. */
export const isVoteNeeded = ({ mayVote, ownVote }: NeededVote): boolean =>
  mayVote && ownVote === undefined

/** Splits the votes into those that the wallet has cast, which it can change, and the others. */
export const splitByOwnVote = (votes: readonly NeededVote[]): [NeededVote[], NeededVote[]] => {
  const byCast = Map.groupBy(votes, ({ ownVote }) => ownVote !== undefined)
  return [byCast.get(true) ?? [], byCast.get(false) ?? []]
}

/** Sorts the proposals on which the wallet can vote first, then by the end of the voting. */
export const sortNeededVotes = (votes: readonly NeededVote[]): NeededVote[] =>
  votes.toSorted(
    (a, b) => Number(isVoteNeeded(b)) - Number(isVoteNeeded(a)) || a.votingEndsAt - b.votingEndsAt,
  )

/** Groups votes on one topic, on which one message can vote, at the place of the first. */
export const groupNeededVotes = (votes: readonly NeededVote[]): NeededVote[][] => [
  ...Map.groupBy(votes, ({ topic }) => topic).values(),
]

/** States as sentences what the wallet has voted, and whether it may vote and what that does first, else why not and from when. */
export function describeNeededVote(vote: NeededVote): string[] {
  const { mayVote, ownVote, reason } = vote
  const own = ownVote === undefined ? [] : [`You voted ${ownVote === 'for' ? 'For' : 'Against'}.`]
  if (mayVote) {
    const first = reason === undefined ? [] : [reason]
    return [...own, own.length > 0 ? 'A new vote replaces it.' : 'You may vote.', ...first]
  }
  return [...own, reason ?? 'You may not vote on this proposal.', ...describeStart(vote)]
}

function describeStart({ mayVoteFrom, votingEndsAt }: NeededVote): string[] {
  if (mayVoteFrom === undefined) return []
  const from = formatDateTime(new Date(mayVoteFrom * 1000).toISOString())
  const isLate = mayVoteFrom >= votingEndsAt
  return [
    `You may vote from ${from} at the earliest${isLate ? ', after this voting has ended' : ''}.`,
  ]
}
