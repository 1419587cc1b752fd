import { VOTES_REQUIRED } from '@app/values/limits.ts'

export type VotingResult = 'approved' | 'rejected' | 'expired'

/** The votes that count. */
export interface VoteCounts {
  votesFor: number
  votesAgainst: number
}

/** A vote that the contract accepted. */
interface AcceptedVote {
  voter: string | null
  sequence: number
}

/** Whether a vote counts: of the votes of one voter on a proposal, the one with the highest number. */
export const isCounted = (vote: AcceptedVote, votes: readonly AcceptedVote[]): boolean =>
  !votes.some(({ voter, sequence }) => voter === vote.voter && sequence > vote.sequence)

/** Counts the votes For and Against, one of each voter; `true` is For. */
export function countVotes(votes: readonly boolean[]): VoteCounts {
  const votesFor = votes.filter(Boolean).length
  return { votesFor, votesAgainst: votes.length - votesFor }
}

/** Returns how a voting ends by the votes alone, as if it ended now. Source: `DharmaProposals.Proposal.getResult`. */
export function getVotingResult({
  votesFor,
  votesAgainst,
  minVotesFor,
}: VoteCounts & { minVotesFor: number }): VotingResult {
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= minVotesFor ? 'approved' : 'rejected'
}
