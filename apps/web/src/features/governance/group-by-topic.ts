import type { Proposal } from '@app/api/schemas/proposal.ts'
import { MAX_VOTES_PER_MESSAGE } from '@app/values/limits.ts'
import { isVotingOpen } from './proposal-status.ts'

/** Proposals on which one message can carry the same vote: all of one topic, open for votes. */
export type Ballots = readonly [Proposal, ...Proposal[]]

/** Proposals that are shown together. */
export interface ProposalGroup {
  /** At least one, newest first. */
  proposals: Proposal[]
  /** Every open vote on their topic, also those that a filter hides; null where there is at most one. */
  ballots: Ballots | null
}

/** A vote on a topic can be open once for each rank of proposers, and an appeal beside them. */
const getTopic = ({ action, targetAddress, freezeNumber }: Proposal): string =>
  `${action} ${targetAddress} ${freezeNumber ?? 0}`

/** Groups the proposals of `shown` that are open votes on one topic, at the place of the newest; `all` has them all. */
export function groupByTopic(
  shown: readonly Proposal[],
  all: readonly Proposal[],
): ProposalGroup[] {
  const open = Map.groupBy(all.filter(isVotingOpen), getTopic)
  const groups = Map.groupBy(shown, (proposal) =>
    isVotingOpen(proposal) ? getTopic(proposal) : proposal.id,
  )
  return [...groups].map(([topic, proposals]) => ({
    proposals,
    ballots: typeof topic === 'string' ? toBallots(open.get(topic) ?? []) : null,
  }))
}

function toBallots([first, ...others]: readonly Proposal[]): Ballots | null {
  if (first === undefined || others.length === 0) return null
  return [first, ...others.slice(0, MAX_VOTES_PER_MESSAGE - 1)]
}
