import type { ProposalAction } from '@app/values/governance.ts'
import {
  MIN_JUROR_SCORE,
  MIN_VOTER_SCORE,
  MIN_VOTES_FOR,
  VOTES_REQUIRED,
  VOTING_PERIOD_HOURS,
} from '@app/values/limits.ts'
import { DAY_SECONDS } from './durations.ts'
import type { VotingResult } from './protection-state.ts'

/** How long votes are counted, in seconds. */
export const VOTING_SECONDS = VOTING_PERIOD_HOURS * 3600

/** How long after its block a message of a series may be valid, in seconds. Source: `DharmaConsent.getMaxValidity`. */
export const MAX_VALIDITY_SECONDS = {
  proposals: DAY_SECONDS,
  votes: DAY_SECONDS,
  appeals: 7 * DAY_SECONDS,
} as const

/** A message has at most the number of the last one of its series and this. Source: `DharmaConsent.maxSequenceStep`. */
export const MAX_SEQUENCE_STEP = 1000

/** The least score with which somebody votes. Source: `DharmaVoterEligibility`. */
export const getMinVoterScore = ({ isAppeal }: { isAppeal: boolean }): number =>
  isAppeal ? MIN_JUROR_SCORE : MIN_VOTER_SCORE

/** A vote as the contract accepted it. */
interface AcceptedVote {
  voter: string | null
  sequence: number
  support: boolean
}

/** Whether a vote counts: of the votes of one voter, the one with the highest number. */
export const isCounted = (vote: AcceptedVote, votes: readonly AcceptedVote[]): boolean =>
  !votes.some(({ voter, sequence }) => voter === vote.voter && sequence > vote.sequence)

/** Counts the votes For and Against of those that count. */
export function countVotes(votes: readonly AcceptedVote[]) {
  const counted = votes.filter((vote) => isCounted(vote, votes))
  const votesFor = counted.filter(({ support }) => support).length
  return { votesFor, votesAgainst: counted.length - votesFor }
}

/** Returns how a voting ends by the votes alone. Source: `DharmaProposals.Proposal.getResult`. */
export function getVotingResult({
  action,
  votesFor,
  votesAgainst,
}: {
  action: ProposalAction
  votesFor: number
  votesAgainst: number
}): VotingResult {
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= MIN_VOTES_FOR[action] ? 'approved' : 'rejected'
}
