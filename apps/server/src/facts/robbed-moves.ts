import { NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether an account on the scam list took anything from the account: few wallets ever were robbed so. */
export async function isRobbed(db: Kysely<Tables>, address: Address): Promise<boolean> {
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
const IS_TAKEN_BY_ROBBER = sql`
  (is_swept or is_emptied and robber.taken_count > robber.swept_count)`

/**
 * Whether a listed account took a transfer or move of an account: it went out in a transaction that
 * somebody else proposed, or is the one that emptied the account. What the latter is, the sums of the pair
 * decide, so that taken here is what is taken there.
 */
export function isTaken(address: Address, row: 'move' | 'chain_transfer'): RawBuilder<SqlBool> {
  const [counterparty, token] = [sql.ref(`${row}.counterparty`), sql.ref(`${row}.token`)]
  return sql`(is_swept or is_emptied) and exists (
    select from chain_counterparty robber
    where robber.address = ${address} and robber.counterparty = ${counterparty}
      and robber.token = ${token} and robber.hop = 0 and ${IS_TAKEN_BY_ROBBER}
  )`
}

/** SQL for the transfers and NFT moves that listed accounts took from an account: it reads theirs alone. */
export function takenMoves(address: Address): RawBuilder<unknown> {
  return sql`
    select move.height, move.tx_index, robber.counterparty, robber.token, move.units, move.seconds
    from chain_counterparty robber
    cross join lateral (
      select height, tx_index, units, block_ms / 1000 as seconds, is_swept, is_emptied
      from chain_transfer
      where address = ${address} and counterparty = robber.counterparty and token = robber.token
      union all
      select height, tx_index, 1, block_ms / 1000, is_swept, false
      from chain_nft_move
      where address = ${address} and counterparty = robber.counterparty and robber.token = ${NFTS}
    ) move
    where robber.address = ${address} and robber.hop = 0 and robber.taken_count > 0
      and ${IS_TAKEN_BY_ROBBER}`
}
