import {
  countVotes,
  getVotingResult,
  isCounted,
  type VoteCounts,
  type VotingResult,
} from '@app/rules/voting.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'

interface CastVote {
  voter: string | null
  sequence: number
  support: boolean
}

/** What the rules make of votes. */
export interface Count {
  /** Of each vote, in their order. */
  isCounted: boolean[]
  sums: VoteCounts
  /** How a voting ends by its votes alone. */
  result: VotingResult
}

/** Counts all votes on a proposal by the rules; one that a file gives twice counts once. */
export function countAgain(
  { action }: { action: ProposalAction },
  votes: readonly CastVote[],
): Count {
  const counted = votes.filter((vote, index) => {
    const isSame = ({ voter, sequence }: CastVote) =>
      voter === vote.voter && sequence === vote.sequence
    return votes.findIndex(isSame) === index && isCounted(vote, votes)
  })
  const sums = countVotes(counted.map(({ support }) => support))
  const result = getVotingResult({ ...sums, minVotesFor: MIN_VOTES_FOR[action] })
  return { isCounted: votes.map((vote) => counted.includes(vote)), sums, result }
}
