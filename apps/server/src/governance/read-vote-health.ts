import { DAY_SECONDS, STANDING_SECONDS } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import type { LoadedProposal } from './load-recorded-proposals.ts'

/** Facts about the voters of a proposal. */
interface VoteHealth {
  voters: number
  /** Sources of the first receipts of at least two voters, most voters first. */
  sharedFunding: { source: Address; voters: number }[]
  unknownFunding: number
  newVoters: number
  paidByProposer: number
  concentration: { proposals: number; votes: number; voters: number; topThreeShare: number }
}

/** A counted vote with what its health depends on. Times are Unix seconds. */
export interface CountedVote {
  proposalId: number
  voter: Address
  castAt: number
  /** Since when the voter's records stood, as looked up after the vote; null: not known. */
  standingSince: number | null
}

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

type Queries = Kysely<Tables>

/** Loads the counted votes of the proposals, oldest first. */
async function loadCountedVotes(
  db: Queries,
  proposalIds: readonly number[],
): Promise<CountedVote[]> {
  const { rows } = await sql<CountedVote>`
    select proposal_id as "proposalId", voter, cast_at as "castAt",
           standing_since as "standingSince"
    from (select distinct on (proposal_id, voter) * from dao_vote
          where proposal_id = any(${proposalIds}::bigint[])
          order by proposal_id, voter, sequence desc) counted
    left join dao_signature message
      on message.address = counted.voter and message.series = 'votes'
         and message.sequence = counted.sequence and message.tx_id = counted.tx_id
    order by cast_at, voter`.execute(db)
  return rows
}

/** The source of the first receipt of each wallet that has one in the indexed blocks. */
type FundingSources = ReadonlyMap<Address, Address>

/** Loads the senders of the first receipts that are not dust. */
async function loadFundingSources(
  db: Queries,
  wallets: readonly Address[],
): Promise<FundingSources> {
  const { rows } = await sql<{ wallet: Address; source: Address }>`
    select wallet, first.counterparty as source
    from unnest(${wallets}::text[]) as wallet
    cross join lateral (
      select counterparty from chain_transfer
      where address = wallet and side = 'in' and not is_dust and counterparty is not null
      order by height, tx_index, event_index limit 1
    ) first`.execute(db)
  return new Map(rows.map(({ wallet, source }) => [wallet, source]))
}

/** A source that paid more accounts than this says nothing about them. */
const MAX_PAID_ACCOUNTS = 50

/**
 * Returns those of the sources that do not connect wallets: services, system accounts, and sources
 * that paid more than 50 accounts.
 */
async function loadPublicSources(
  db: Queries,
  sources: readonly Address[],
  network: Network,
): Promise<ReadonlySet<Address>> {
  const { rows } = await sql<{ source: Address }>`
    select source from unnest(${sources}::text[]) as source
    where exists (select 1 from label_entry
                  where address = source and kind = 'service' and removed_at is null)
       or (select count(*) from (
             select distinct counterparty from chain_counterparty
             where address = source and out_count > 0 limit ${MAX_PAID_ACCOUNTS + 1}
           ) paid) > ${MAX_PAID_ACCOUNTS}`.execute(db)
  return new Set([
    ...Object.values(NETWORKS[network].systemContracts),
    ...rows.map(({ source }) => source),
  ])
}

/** Returns 'from to' of each pair of which the first ever paid the second. */
async function loadPayments(
  db: Queries,
  pairs: readonly { from: Address; to: Address }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pair: string }>`
    select distinct payer || ' ' || payee as pair
    from unnest(${pairs.map(({ from }) => from)}::text[], ${pairs.map(({ to }) => to)}::text[])
      as asked (payer, payee)
    join chain_counterparty on address = payee and counterparty = payer
    where in_count > 0`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}
