import { DAY_SECONDS, STANDING_SECONDS } from '@app/rules/constants.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import type { RecordedProposal } from './read-proposals.ts'

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
  /** Who sent the voter's first receipt that is not dust; null: none in the indexed blocks. */
  source: Address | null
  /** The source does not connect wallets: a service, a system account, or one that paid more than 50 accounts. */
  isPublicSource: boolean
  /** Whether the proposer ever paid the voter. */
  isPaid: boolean
}

/** A proposal is compared with this many, itself included. */
const RECENT_PROPOSALS = 10

/** Reads the facts about the voters of each proposal, by its number. */
export async function readVoteHealth(
  { db, config }: Pick<Context, 'db' | 'config'>,
  proposals: readonly RecordedProposal[],
): Promise<Map<number, VoteHealth>> {
  const own = proposals.map(({ ballot: { id } }) => id)
  const votes = await loadCountedVotes(db, config.network, own)
  return new Map(
    proposals.map(({ ballot: { id }, isAppeal }) => {
      const count = Math.min(RECENT_PROPOSALS, id)
      const recent = votes.filter(({ proposalId }) => proposalId > id - count && proposalId <= id)
      return [id, buildVoteHealth({ id, isAppeal, proposals: count, votes: recent })]
    }),
  )
}

export interface HealthFacts {
  id: number
  isAppeal: boolean
  /** Number of the proposal and up to nine before it, and the counted votes on them. */
  proposals: number
  votes: readonly CountedVote[]
}

export function buildVoteHealth({ id, isAppeal, proposals, votes }: HealthFacts): VoteHealth {
  const own = votes.filter(({ proposalId }) => proposalId === id)
  return {
    voters: own.length,
    sharedFunding: listSharedFunding(own),
    unknownFunding: own.filter(({ source }) => source === null).length,
    // On an appeal a juror votes by the standing of the accusation, also where its own began again since.
    newVoters: isAppeal ? 0 : own.filter(isNewVoter).length,
    paidByProposer: own.filter(({ isPaid }) => isPaid).length,
    concentration: { proposals, ...measureConcentration(votes) },
  }
}

/** Returns whether the voter had been allowed to vote for less than a day. */
const isNewVoter = ({ castAt, standingSince }: CountedVote): boolean =>
  standingSince !== null && castAt - standingSince < STANDING_SECONDS + DAY_SECONDS

function listSharedFunding(votes: readonly CountedVote[]): VoteHealth['sharedFunding'] {
  const sources = votes.flatMap(({ source, isPublicSource }) =>
    source === null || isPublicSource ? [] : [source],
  )
  return [...countBy(sources)]
    .filter(([, voters]) => voters > 1)
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

/** A source that paid more accounts than this says nothing about them. */
const MAX_PAID_ACCOUNTS = 50

/** Loads the counted votes on the proposals and those before them, oldest first; with payments where they are on `own`. */
async function loadCountedVotes(
  db: Kysely<Tables>,
  network: Network,
  own: readonly number[],
): Promise<CountedVote[]> {
  const system: readonly string[] = Object.values(NETWORKS[network].systemContracts)
  const { rows } = await sql<CountedVote>`
    select proposal_id as "proposalId", voter, cast_at as "castAt",
           standing_since as "standingSince", first.source,
           first.source is not null and (
             first.source = any(${system}::text[])
             or exists (select from label_entry
                        where address = first.source and kind = 'service' and removed_at is null)
             or (select count(*) from (
                   select distinct counterparty from chain_counterparty
                   where address = first.source and out_count > 0 limit ${MAX_PAID_ACCOUNTS + 1}
                 ) paid) > ${MAX_PAID_ACCOUNTS}) as "isPublicSource",
           exists (select from chain_counterparty
                   where address = voter and counterparty = proposer and in_count > 0) as "isPaid"
    from (select distinct on (proposal_id, voter) * from dao_vote
          where proposal_id in (
            select id - back from unnest(${own}::bigint[]) as id
            cross join generate_series(0, ${RECENT_PROPOSALS - 1}) as back)
          order by proposal_id, voter, sequence desc) counted
    left join dao_signature message
      on message.address = counted.voter and message.series = 'votes'
         and message.sequence = counted.sequence and message.tx_id = counted.tx_id
    left join lateral (
      select proposer from dao_proposal where id = proposal_id and id = any(${own}::bigint[])
    ) proposal on true
    left join lateral (
      select counterparty as source from chain_transfer
      where proposer is not null and address = voter and side = 'in' and not is_dust
        and counterparty is not null
      order by chain_transfer.height, tx_index, chain_transfer.event_index limit 1
    ) first on true
    order by cast_at, voter`.execute(db)
  return rows
}
