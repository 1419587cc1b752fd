import type { Address } from '@app/values/address.ts'
import { DAY_SECONDS, STANDING_SECONDS } from '../rules/durations.ts'
import type { CountedVote, FundingSources } from './load-voter-facts.ts'

/** Facts about the voters of a proposal. */
export interface VoteHealth {
  voters: number
  /** Sources of the first receipts of at least two voters, most voters first. */
  sharedFunding: { source: Address; voters: number }[]
  unknownFunding: number
  newVoters: number
  paidByProposer: number
  concentration: { proposals: number; votes: number; voters: number; topThreeShare: number }
}

export interface HealthFacts {
  proposer: Address
  isAppeal: boolean
  /** Counted votes on this proposal. */
  votes: readonly CountedVote[]
  /** Counted votes on it and up to nine proposals before it, and the number of these proposals. */
  recent: { proposals: number; votes: readonly CountedVote[] }
  funding: FundingSources
  publicSources: ReadonlySet<Address>
  /** 'from to' of each payment that was found. */
  payments: ReadonlySet<string>
}

export function buildVoteHealth(facts: HealthFacts): VoteHealth {
  const { proposer, isAppeal, votes, recent, funding, payments } = facts
  return {
    voters: votes.length,
    sharedFunding: listSharedFunding(facts),
    unknownFunding: votes.filter(({ voter }) => !funding.has(voter)).length,
    // On an appeal a juror votes by the standing of the accusation, also where its own began again since.
    newVoters: isAppeal ? 0 : votes.filter(isNewVoter).length,
    paidByProposer: votes.filter(({ voter }) => payments.has(`${proposer} ${voter}`)).length,
    concentration: { proposals: recent.proposals, ...measureConcentration(recent.votes) },
  }
}

/** Returns whether the voter had been allowed to vote for less than a day. */
const isNewVoter = ({ castAt, standingSince }: CountedVote): boolean =>
  standingSince !== null && castAt - standingSince < STANDING_SECONDS + DAY_SECONDS

function listSharedFunding({ votes, funding, publicSources }: HealthFacts) {
  const sources = votes.flatMap(({ voter }) => funding.get(voter) ?? [])
  return [...countBy(sources)]
    .filter(([source, voters]) => voters > 1 && !publicSources.has(source))
    .map(([source, voters]) => ({ source, voters }))
    .sort((a, b) => b.voters - a.voters || (a.source < b.source ? -1 : 1))
}

function measureConcentration(votes: readonly CountedVote[]) {
  const counts = [...countBy(votes.map(({ voter }) => voter)).values()].sort((a, b) => b - a)
  const topThree = counts.slice(0, 3).reduce((sum, count) => sum + count, 0)
  return {
    votes: votes.length,
    voters: counts.length,
    topThreeShare: votes.length === 0 ? 0 : topThree / votes.length,
  }
}

function countBy<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
