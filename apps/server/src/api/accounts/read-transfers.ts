import type { AccountTransfer } from '@app/api/schemas/account.ts'
import { formatDecimal } from '@app/values/amount.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { OwnPlace } from '@app/values/own-place.ts'
import { getTokenSymbol } from '@app/values/token-type.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { selectOwnAddresses } from '../../db/select-own-addresses.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Place of a transfer on the chain; unique for each side. */
interface TransferPosition {
  height: number
  txIndex: number
  eventIndex: number
  splitIndex: number
}

export interface TransferSide {
  address: Party
  height: number
  tx_index: number
  event_index: number
  split_index: number
  side: 'in' | 'out'
  counterparty: Party | null
  /** Type id of the vault or the NFT. */
  type: string
  units: bigint
  tx_id: string
  block_ms: number
  is_nft: boolean
  own_place: OwnPlace | null
  /** It acted with an address in the EVM, and paid nothing. */
  is_act?: boolean
  /** A contract that is on no list says so. */
  is_unverified?: boolean
  evm_hash: string | null
  evm_height: number | null
}

interface TransferPage {
  counterparty?: Party | undefined
  limit: number
  before?: TransferPosition | undefined
}

/** Reads the transfers of an account, newest first, without dust that it received. */
export async function readTransfers(
  db: Kysely<Tables>,
  address: Party,
  { counterparty, limit, before }: TransferPage,
): Promise<TransferSide[]> {
  const withOne = counterparty === undefined ? sql`` : sql`and counterparty = ${counterparty}`
  const older = before === undefined ? sql`` : sql`and ${POSITION} < ${toTuple(before)}`
  const { rows } = await sql<TransferSide>`
    select * from (${buildSidesQuery(sql`address = ${address} ${withOne} ${older}`, limit)}) move
    order by ${NEWEST_FIRST} limit ${limit}`.execute(db)
  return rows
}

/** Reads what contracts in the EVM that are on no list say of an account and its own addresses there, newest first. */
export async function readUnverifiedTransfers(
  db: Kysely<Tables>,
  address: Party,
  { counterparty, limit, before }: TransferPage,
): Promise<TransferSide[]> {
  const withOne =
    counterparty === undefined
      ? sql``
      : sql`and counterparty in (${selectOwnAddresses(sql`${counterparty}`)})`
  const older = before === undefined ? sql`` : sql`and ${POSITION} < ${toTuple(before)}`
  const { rows } = await sql<TransferSide>`
    select ${address}::text as address, height, tx_index, event_index, split_index, side,
      counterparty, token as type, units, tx_id, block_ms, evm_hash, null::bigint as evm_height,
      false as is_nft, null::text as own_place, true as is_unverified
    from (${selectOwnAddresses(sql`${address}`)}) own
    cross join lateral (
      select * from chain_unverified_transfer one
      where one.address = own.address ${withOne} ${older}
      order by ${NEWEST_FIRST} limit ${limit}
    ) said
    order by ${NEWEST_FIRST} limit ${limit}`.execute(db)
  return rows
}

const NEWEST_FIRST = sql`height desc, tx_index desc, event_index desc, split_index desc`
const POSITION = sql`(height, tx_index, event_index, split_index)`

const toTuple = ({ height, txIndex, eventIndex, splitIndex }: TransferPosition) =>
  sql`(${height}::bigint, ${txIndex}::integer, ${eventIndex}::integer, ${splitIndex}::integer)`

/**
 * Builds the query of the newest sides of tokens and of NFTs that meet a condition, with the transaction in the EVM
 * behind each.
 */
export function buildSidesQuery(
  condition: RawBuilder<unknown>,
  limit: number,
): RawBuilder<TransferSide> {
  return sql<TransferSide>`
    select moved.*, evm.evm_hash, evm.evm_height
    from (${buildRowsQuery(condition, limit)}) moved
    left join chain_evm_transaction evm using (height, tx_index, event_index)`
}

function buildRowsQuery(condition: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  return sql`
    (select address, height, tx_index, event_index, split_index, side, counterparty, token as type,
       units, tx_id, block_ms, false as is_nft, own_place,
       own_place is null and (is_swept or is_emptied) as is_taken
     from chain_transfer where ${condition} and not is_dust
     order by ${NEWEST_FIRST} limit ${limit})
    union all
    (select * from (
       select address, height, tx_index, event_index, 0 as split_index, side, counterparty,
         nft_type as type, 1::numeric as units, tx_id, block_ms, true as is_nft,
         null::text as own_place, is_swept as is_taken
       from chain_nft_move
     ) nft where ${condition}
     order by ${NEWEST_FIRST} limit ${limit})`
}

export function toTransfer(row: TransferSide): AccountTransfer {
  const { address, counterparty, side, is_nft: isNft, own_place: place } = row
  return {
    txId: row.tx_id,
    height: row.height,
    time: new Date(row.block_ms).toISOString(),
    from: side === 'out' ? address : counterparty,
    to: side === 'out' ? counterparty : address,
    kind: toKind(row),
    amount: isNft || row.is_unverified ? String(row.units) : formatDecimal(row.units),
    token: row.is_unverified ? row.type : getTokenSymbol(row.type),
    ...(place !== null && { place }),
    ...(row.evm_hash !== null && { evmHash: row.evm_hash }),
    ...(row.evm_height !== null && { evmHeight: row.evm_height }),
  }
}

function toKind({ is_act, is_nft: isNft, is_unverified }: TransferSide): AccountTransfer['kind'] {
  if (is_act) return 'act'
  if (is_unverified) return 'unverified'
  return isNft ? 'nft' : 'token'
}

/** Formats the cursor of a page that ends with `row`. */
export const formatTransferCursor = (row: TransferSide): string =>
  [row.height, row.tx_index, row.event_index, row.split_index].join('-')

export function parseTransferCursor(cursor: string): TransferPosition {
  const numbers = /^(\d+)-(\d+)-(\d+)-(-?\d+)/.exec(cursor)?.slice(1).map(Number) ?? []
  const [height = 0, txIndex = 0, eventIndex = 0, splitIndex = 0] = numbers
  return { height, txIndex, eventIndex, splitIndex }
}
