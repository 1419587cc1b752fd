import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether an account on the scam list took anything from the account: few wallets ever were robbed so. */
export async function hasTheftLosses(db: Kysely<Tables>, address: Address): Promise<boolean> {
  const robbed = await db
    .selectFrom('chain_exposure')
    .select('token')
    .where('address', '=', address)
    .where('hop', '=', 0)
    .where('swept_count', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return robbed !== undefined
}

/** Of a row that went out, and the sums of its pair with a listed account: what taken means. */
const IS_TAKEN_BY_LISTED = sql`
  (is_swept or is_emptied and listed_pair.taken_count > listed_pair.swept_count)`

/**
 * Whether a listed account took a transfer or move of an account: it went out in a transaction that
 * somebody else proposed, or is the one that emptied the account. What the latter is, the sums of the pair
 * decide, so that taken here is what is taken there.
 */
export function buildIsTakenCondition(
  address: Address,
  row: 'move' | 'chain_transfer',
): RawBuilder<SqlBool> {
  const [counterparty, token] = [sql.ref(`${row}.counterparty`), sql.ref(`${row}.token`)]
  return sql`(is_swept or is_emptied) and exists (
    select from chain_counterparty listed_pair
    where listed_pair.address = ${address} and listed_pair.counterparty = ${counterparty}
      and listed_pair.token = ${token} and listed_pair.hop = 0 and ${IS_TAKEN_BY_LISTED}
  )`
}

/** SQL for the transfers and NFT moves that listed accounts took from an account: it reads theirs alone. */
export function buildTakenMovesQuery(address: Address): RawBuilder<unknown> {
  return sql`
    select move.height, move.tx_index, listed_pair.counterparty, listed_pair.token, move.units, move.seconds
    from chain_counterparty listed_pair
    cross join lateral (
      select height, tx_index, units, block_ms / 1000 as seconds, is_swept, is_emptied
      from chain_transfer
      where address = ${address} and counterparty = listed_pair.counterparty and token = listed_pair.token
      union all
      select height, tx_index, 1, block_ms / 1000, is_swept, false
      from chain_nft_move
      where address = ${address} and counterparty = listed_pair.counterparty and listed_pair.token = ${NFTS}
    ) move
    where listed_pair.address = ${address} and listed_pair.hop = 0 and listed_pair.taken_count > 0
      and ${IS_TAKEN_BY_LISTED}`
}
