import type { Context } from '../../runtime/context.ts'
import type { LoadedProposal } from '../load-recorded-proposals.ts'
import { buildVoteHealth, type VoteHealth } from './build-vote-health.ts'
import {
  type CountedVote,
  loadCountedVotes,
  loadFundingSources,
  loadPayments,
  loadPublicSources,
} from './load-voter-facts.ts'

/** A proposal is compared with this many, itself included. */
const RECENT_PROPOSALS = 10

/** Reads the facts about the voters of each proposal, by its number. */
export async function readVoteHealth(
  context: Pick<Context, 'db' | 'config'>,
  proposals: readonly LoadedProposal[],
): Promise<Map<number, VoteHealth>> {
  const { db } = context
  const recentIds = new Map(proposals.map(({ ballot: { id } }) => [id, listRecentIds(id)]))
  const votes = await loadCountedVotes(db, [...new Set([...recentIds.values()].flat())])
  const facts = await loadVoterFacts(context, proposals, votes)
  return new Map(
    proposals.map(({ ballot: { id }, row: { proposer }, isAppeal }) => {
      const ids = new Set(recentIds.get(id))
      const recent = {
        proposals: ids.size,
        votes: votes.filter((vote) => ids.has(vote.proposalId)),
      }
      const own = recent.votes.filter(({ proposalId }) => proposalId === id)
      return [id, buildVoteHealth({ ...facts, proposer, isAppeal, votes: own, recent })]
    }),
  )
}

/** Numbers of proposals are consecutive from 1. */
function listRecentIds(id: number): number[] {
  const count = Math.min(RECENT_PROPOSALS, id)
  return Array.from({ length: count }, (_, index) => id - index)
}

async function loadVoterFacts(
  { db, config }: Pick<Context, 'db' | 'config'>,
  proposals: readonly LoadedProposal[],
  votes: readonly CountedVote[],
) {
  const proposers = new Map(proposals.map(({ ballot, row }) => [ballot.id, row.proposer]))
  const own = votes.filter(({ proposalId }) => proposers.has(proposalId))
  const funding = await loadFundingSources(db, [...new Set(own.map(({ voter }) => voter))])
  const pairs = own.flatMap(({ proposalId, voter: to }) => {
    const from = proposers.get(proposalId)
    return from === undefined ? [] : [{ from, to }]
  })
  const sources = [...new Set(funding.values())]
  return {
    funding,
    publicSources: await loadPublicSources(db, sources, config.network),
    payments: await loadPayments(db, pairs),
  }
}
