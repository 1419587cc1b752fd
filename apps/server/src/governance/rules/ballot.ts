import { VOTES_REQUIRED } from '@app/values/limits.ts'

/** How a voting ended, by the votes alone. */
export type VotingOutcome = 'open' | 'approved' | 'rejected' | 'expired'

/** The votes of a proposal and the times of its voting, in Unix seconds. */
export interface Ballot {
  id: number
  createdAt: number
  votingEndsAt: number
  executableUntil: number
  votesFor: number
  votesAgainst: number
  /** Votes For that approve it at least, beside a majority: 3 for a recovery. */
  minVotesFor: number
  isSuperseded: boolean
}

/** Returns how the voting ended by `now`. Source: `DharmaProposals.Proposal.getVotingOutcome`. */
export function getVotingOutcome(ballot: Ballot, now: number): VotingOutcome {
  const { votesFor, votesAgainst } = ballot
  if (ballot.isSuperseded) return 'expired'
  if (now < ballot.votingEndsAt) return 'open'
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= ballot.minVotesFor ? 'approved' : 'rejected'
}
