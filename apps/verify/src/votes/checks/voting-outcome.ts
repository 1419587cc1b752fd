import type { ProposalAction } from '@app/api/schemas/governance/proposal.ts'
import { MIN_JUROR_SCORE, MIN_VOTER_SCORE, VOTES_REQUIRED } from '@app/values/limits.ts'

/** An approved proposal can be executed for 7 days, in seconds. */
export const EXECUTION_PERIOD = 7 * 24 * 3600

/** A recovery needs 3 For. Source: `DharmaProposals.Terms.minVotesFor`. */
const MIN_VOTES_FOR = { freeze: 0, unfreeze: 0, recover: 3 } as const

/** A proposal with its counted votes. */
export interface CountedVotes {
  action: ProposalAction
  votesFor: number
  votesAgainst: number
}

/** Returns how the voting ends with these votes. Source: `DharmaProposals.Proposal.getResult`. */
export function getVotingOutcome({ action, votesFor, votesAgainst }: CountedVotes) {
  if (votesFor + votesAgainst < VOTES_REQUIRED) return 'expired'
  return votesFor > votesAgainst && votesFor >= MIN_VOTES_FOR[action] ? 'approved' : 'rejected'
}

/** Returns the least score with which somebody votes on a proposal. */
export const getMinScore = ({ isAppeal }: { isAppeal: boolean }): number =>
  isAppeal ? MIN_JUROR_SCORE : MIN_VOTER_SCORE
