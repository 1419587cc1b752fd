import type { Address } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** A counted vote with what its health depends on. Times are Unix seconds. */
export interface CountedVote {
  proposalId: number
  voter: Address
  castAt: number
  /** Since when the voter's records stood, as looked up after the vote; null: not known. */
  standingSince: number | null
}

/** Loads the counted votes of the proposals, oldest first. */
export async function loadCountedVotes(
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
export type FundingSources = ReadonlyMap<Address, Address>

/** Loads the senders of the first receipts that are not dust. */
export async function loadFundingSources(
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
export async function loadPublicSources(
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

/** A pair of accounts between which a payment is looked for. */
interface PaymentQuery {
  from: Address
  to: Address
}

/** Returns 'from to' of each pair of which the first ever paid the second. */
export async function loadPayments(
  db: Queries,
  pairs: readonly PaymentQuery[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ pair: string }>`
    select distinct payer || ' ' || payee as pair
    from unnest(${pairs.map(({ from }) => from)}::text[], ${pairs.map(({ to }) => to)}::text[])
      as asked (payer, payee)
    join chain_counterparty on address = payee and counterparty = payer
    where in_count > 0`.execute(db)
  return new Set(rows.map(({ pair }) => pair))
}
