import { getVotingResult } from '@app/rules/voting.ts'
import type { Address } from '@app/values/address.ts'

/** A counted vote and what this signer found out about its voter. */
export interface CheckedVote {
  voter: Address
  support: boolean
  /**
   * `confirmed`: the own scorer agrees that the account may vote. `disputed`: it does not.
   * `unchecked`: the own index does not cover the account yet. Votes against are never checked.
   */
  check: 'confirmed' | 'disputed' | 'unchecked'
}

export type ProposalJudgement =
  | { kind: 'sign'; disputed: Address[] }
  /** The votes of `unchecked` decide: wait until they can be checked. */
  | { kind: 'wait'; disputed: Address[]; unchecked: Address[] }
  | { kind: 'refuse'; disputed: Address[] }

/** A judgement, and what people should know about it. */
export interface ExplainedJudgement {
  kind: ProposalJudgement['kind']
  doubts: string[]
  /** Whether the own index lags behind the chain, so that nothing was judged. */
  isBehind?: boolean
}

/**
 * Judges an approved proposal: the For of a disputed voter is not counted, an Against is. What is
 * left must be enough votes, with more For than Against and at least `minVotesFor` For.
 */
export function judgeProposal(
  votes: readonly CheckedVote[],
  minVotesFor: number,
): ProposalJudgement {
  const supporters = votes.filter(({ support }) => support)
  const votesAgainst = votes.length - supporters.length
  const select = (check: CheckedVote['check']) =>
    supporters.filter((vote) => vote.check === check).map(({ voter }) => voter)
  const disputed = select('disputed')
  const unchecked = select('unchecked')
  const confirmed = select('confirmed').length
  const isApproved = (votesFor: number) =>
    getVotingResult({ votesFor, votesAgainst, minVotesFor }) === 'approved'
  if (isApproved(confirmed)) return { kind: 'sign', disputed }
  if (isApproved(confirmed + unchecked.length)) return { kind: 'wait', disputed, unchecked }
  return { kind: 'refuse', disputed }
}
