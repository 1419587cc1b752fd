import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** Place of a transfer on the chain; unique for each side. */
export interface TransferPosition {
  height: number
  txIndex: number
  eventIndex: number
  splitIndex: number
}

/** One side of a transfer of tokens, or of an NFT. */
export interface TransferSide {
  address: Address
  height: number
  tx_index: number
  event_index: number
  split_index: number
  side: 'in' | 'out'
  counterparty: Address | null
  /** Type id of the vault or the NFT. */
  type: string
  units: bigint
  tx_id: string
  block_ms: number
  is_nft: boolean
}

interface TransferPage {
  counterparty?: Address | undefined
  limit: number
  before?: TransferPosition | undefined
}

/** Reads the transfers of an account, newest first, without dust that it received. */
export async function readTransfers(
  db: Kysely<Tables>,
  address: Address,
  { counterparty, limit, before }: TransferPage,
): Promise<TransferSide[]> {
  const withOne = counterparty === undefined ? sql`` : sql`and counterparty = ${counterparty}`
  const older = before === undefined ? sql`` : sql`and ${POSITION} < ${toTuple(before)}`
  const { rows } = await sql<TransferSide>`
    select * from (${buildSidesQuery(sql`address = ${address} ${withOne} ${older}`, limit)}) move
    order by ${NEWEST_FIRST} limit ${limit}`.execute(db)
  return rows
}

const NEWEST_FIRST = sql`height desc, tx_index desc, event_index desc, split_index desc`
const POSITION = sql`(height, tx_index, event_index, split_index)`

const toTuple = ({ height, txIndex, eventIndex, splitIndex }: TransferPosition) =>
  sql`(${height}::bigint, ${txIndex}::integer, ${eventIndex}::integer, ${splitIndex}::integer)`

/** Builds the query of the newest sides of tokens and of NFTs that meet a condition. */
export function buildSidesQuery(
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<TransferSide> {
  return sql<TransferSide>`
    (select address, height, tx_index, event_index, split_index, side, counterparty, token as type,
       units, tx_id, block_ms, false as is_nft, is_swept or is_emptied as is_taken
     from chain_transfer where ${condition} and not is_dust
     order by ${NEWEST_FIRST} limit ${limit})
    union all
    (select * from (
       select address, height, tx_index, event_index, 0 as split_index, side, counterparty,
         nft_type as type, 1::numeric as units, tx_id, block_ms, true as is_nft,
         is_swept as is_taken
       from chain_nft_move
     ) nft where ${condition}
     order by ${NEWEST_FIRST} limit ${limit})`
}
