import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountActivityRow } from '../../db/tables/chain-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { buildTakenMovesQuery } from './read-taken-moves.ts'

export type TheftAdjustedAccount = Pick<
  AccountActivityRow,
  'proposed' | 'sponsored' | 'last_height' | 'last_ms'
>

/**
 * Loads the account's roles in transactions and its last activity, without transactions whose only
 * effect on the account was that a listed account took something: signing such a transaction is not
 * activity of the victim.
 */
export async function loadTheftAdjustedAccount(
  db: Kysely<Tables>,
  address: Address,
): Promise<TheftAdjustedAccount> {
  const { rows } = await sql<TheftAdjustedAccount>`
    with taken as materialized (${buildTakenMovesQuery(address)}),
    theft as materialized (${buildTheftOnlyTransactionsQuery(address)}),
    lost as (
      select count(*) filter (where is_proposer) as proposed,
        count(*) filter (where not is_proposer) as sponsored,
        coalesce(max(height), 0) as last_height
      from theft join chain_transaction using (height, tx_index)
      where address = ${address} and ${IS_OWN_ACTIVITY}
    )
    select kept.proposed - lost.proposed as proposed, kept.sponsored - lost.sponsored as sponsored,
      case when lost.last_height < kept.last_height then kept.last_height
        else coalesce(last_left.height, 0) end as last_height,
      case when lost.last_height < kept.last_height then kept.last_ms
        else coalesce(last_left.block_ms, 0) end as last_ms
    from chain_account_activity kept cross join lost
    left join lateral (${buildLastActivityQuery(address)}) last_left on true
    where kept.address = ${address}`.execute(db)
  return rows[0] ?? NO_ACTIVITY
}

const NO_ACTIVITY: TheftAdjustedAccount = { proposed: 0, sponsored: 0, last_height: 0, last_ms: 0 }

const IS_OWN_ACTIVITY = sql`(is_proposer or is_payer and not is_authorizer)`

/**
 * Builds the query of the transactions in which every move of the account was taken and nothing
 * else happened to it, after the clause `taken` of `buildTakenMovesQuery`.
 */
export function buildTheftOnlyTransactionsQuery(address: Address): RawBuilder<unknown> {
  const isSameTransaction = sql`address = ${address} and height = tx.height and tx_index = tx.tx_index`
  return sql`
    select height, tx_index
    from (select height, tx_index, count(*) as moves from taken group by height, tx_index) tx
    where moves = (select count(*) from chain_transfer where ${isSameTransaction})
      + (select count(*) from chain_nft_move where ${isSameTransaction})
      and not exists (select from chain_account_event where ${isSameTransaction})`
}

/**
 * Builds the query of the last remaining activity at or below the lost one; evaluated only when the
 * last activity was lost.
 */
function buildLastActivityQuery(address: Address): RawBuilder<unknown> {
  return sql`
    select height, block_ms from (
      (select height, block_ms from chain_transaction
      where address = ${address} and height <= lost.last_height and ${IS_OWN_ACTIVITY}
        and (height, tx_index) not in (select height, tx_index from theft)
        and kept.proposed + kept.sponsored > lost.proposed + lost.sponsored
      order by height desc, block_ms desc limit 1)
      union all
      (select height, block_ms from chain_account_event where address = ${address}
      order by height desc, block_ms desc limit 1)
    ) act
    where lost.last_height = kept.last_height
    order by height desc, block_ms desc limit 1`
}
