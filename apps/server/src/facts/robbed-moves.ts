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
      and robber.token = ${token} and robber.hop = 0
      and (is_swept or robber.taken_count > robber.swept_count)
  )`
}

/** Every transfer and NFT move of an account, and whether a listed account took it. */
export function movesOf(address: Address): RawBuilder<unknown> {
  return sql`
    select move.*, ${isTaken(address, 'move')} as is_taken
    from (
      select height, tx_index, counterparty, token, side, units, block_ms / 1000 as seconds,
        is_swept, is_emptied, is_dust
      from chain_transfer where address = ${address}
      union all
      select height, tx_index, counterparty, ${NFTS}, side, 1, block_ms / 1000, is_swept, false, false
      from chain_nft_move where address = ${address}
    ) move`
}
