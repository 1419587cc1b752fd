import type { VoteHealth } from '@app/api/schemas/proposal.ts'
import { formatPercent } from '../../../lib/format/format.ts'

/** One fact about the voters of a proposal; `address` is the wallet that the text ends with. */
export interface VoteFact {
  text: string
  address?: string
}

/** States the facts about the voters of a proposal as sentences; none before the first vote. */
export function describeVoteHealth(health: VoteHealth): VoteFact[] {
  if (health.voters === 0) return []
  return [
    ...describeFunding(health),
    ...describeShare(health, health.newVoters, 'could vote for less than a day when they voted'),
    ...describeShare(health, health.paidByProposer, 'ever received a payment of the proposer'),
    ...describeConcentration(health),
  ]
}

const NONE_SHARED =
  'No two voters are known to share a source of their first FLOW; services do not count.'

function describeFunding({ voters, sharedFunding, unknownFunding }: VoteHealth): VoteFact[] {
  const known = voters - unknownFunding
  const shared = sharedFunding.map(({ source, voters: count }) => ({
    text: `${count} of ${voters} voters got their first FLOW from`,
    address: source,
  }))
  const noneShared = shared.length === 0 && known > 1 ? [{ text: NONE_SHARED }] : []
  const unknown =
    unknownFunding === 0
      ? []
      : [{ text: `Where ${unknownFunding} of ${voters} voters got their first FLOW is unknown.` }]
  return [...shared, ...noneShared, ...unknown]
}

const describeShare = ({ voters }: VoteHealth, count: number, what: string): VoteFact[] => [
  { text: `${count === 0 ? 'None' : count} of ${voters} voters ${what}.` },
]

function describeConcentration({ concentration }: VoteHealth): VoteFact[] {
  const { proposals, votes, voters, topThreeShare } = concentration
  if (proposals < 2 || votes === 0) return []
  const cast = `On the last ${proposals} proposals, ${voters} wallets cast ${votes} votes`
  const share = formatPercent(topThreeShare)
  const isTold = voters > 3
  return [{ text: isTold ? `${cast}; the three most frequent cast ${share} of them.` : `${cast}.` }]
}
