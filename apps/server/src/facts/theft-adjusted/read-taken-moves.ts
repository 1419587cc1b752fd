import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Condition on an outgoing row and the sums of its pair with a listed account under which it counts
 * as taken.
 */
const IS_TAKEN_BY_LISTED = sql`
  (is_swept or is_emptied and listed_pair.taken_count > listed_pair.swept_count)`

/**
 * Builds the SQL condition that a listed account took a row: it left in a transaction that another
 * account proposed, or in the one that emptied the account. The latter follows from the sums of the
 * pair, so that all queries agree.
 */
export function buildIsTakenCondition(
  address: Address,
  row: 'move' | 'chain_transfer',
): RawBuilder<SqlBool> {
  const [counterparty, token] = [sql.ref(`${row}.counterparty`), sql.ref(`${row}.token`)]
  return sql`(is_swept or is_emptied) and own_place is null and exists (
    select from chain_counterparty listed_pair
    where listed_pair.address = ${address} and listed_pair.counterparty = ${counterparty}
      and listed_pair.token = ${token} and listed_pair.hop = 0 and ${IS_TAKEN_BY_LISTED}
  )`
}

/**
 * Builds the query of the transfers and NFT moves that listed accounts took from an account; it
 * reads only their rows.
 */
export function buildTakenMovesQuery(address: Address): RawBuilder<unknown> {
  return sql`
    select move.height, move.tx_index, listed_pair.counterparty, listed_pair.token, move.units, move.seconds
    from chain_counterparty listed_pair
    cross join lateral (
      select height, tx_index, units, block_ms / 1000 as seconds, is_swept, is_emptied
      from chain_transfer
      where own_place is null and address = ${address} and counterparty = listed_pair.counterparty and token = listed_pair.token
      union all
      select height, tx_index, 1, block_ms / 1000, is_swept, false
      from chain_nft_move
      where address = ${address} and counterparty = listed_pair.counterparty and listed_pair.token = ${NFTS}
    ) move
    where listed_pair.address = ${address} and listed_pair.hop = 0 and listed_pair.taken_count > 0
      and ${IS_TAKEN_BY_LISTED}`
}
