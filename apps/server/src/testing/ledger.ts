import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { CursorRow, NftMoveRow, TransferRow } from '../db/tables/chain-tables.ts'
import { mergeRows, type RangeRows } from '../indexer/decode/build-rows.ts'
import { createExposureStage } from '../indexer/stages/create-exposure-stage.ts'
import { writeRange } from '../indexer/write/write-range.ts'
import { upsertLabel } from '../labels/change-labels.ts'
import type { Label } from '../labels/label.ts'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'

export const FLOW = 'A.0ae53cb6e3f42a79.FlowToken.Vault'
export const DOLLAR = 'A.f8d6e0586b0a20c7.TestDollar.Vault'

/** Returns the address of the `number`-th test account. */
export const toTestAddress = (number: number): Address =>
  computeAddressAtIndex(100 + number, 'local')

/** One payment; omitted fields have ordinary values. */
export interface Payment {
  height: number
  from: Party | null
  to: Party | null
  units?: bigint
  token?: string
  /** Unix seconds; by default one day per block. */
  seconds?: number
  isSwept?: boolean
  isEmptied?: boolean
  isDust?: boolean
}

const GENESIS_SECONDS = 1_700_000_000

/**
 * Builds the two rows of each payment. Payments of the same height are transactions of one block,
 * in order.
 */
export function buildTransferRows(payments: readonly Payment[]): TransferRow[] {
  return payments.flatMap((payment, index) => {
    const { height, from, to, units = 100n, token = FLOW } = payment
    const { isSwept = false, isEmptied = false, isDust = false } = payment
    const seconds = payment.seconds ?? GENESIS_SECONDS + height * 86_400
    const common = {
      height,
      tx_index: index,
      event_index: 1,
      split_index: 0,
      token,
      units,
      tx_id: buildTxId(height, index),
      block_ms: seconds * 1000,
      own_place: null,
      is_in_evm: false,
    }
    const out = { is_initiated: !isSwept, is_swept: isSwept, is_emptied: isEmptied, is_dust: false }
    const into = { is_initiated: false, is_swept: false, is_emptied: false, is_dust: isDust }
    const rows: TransferRow[] = []
    if (from) rows.push({ ...common, ...out, address: from, side: 'out', counterparty: to })
    if (to) rows.push({ ...common, ...into, address: to, side: 'in', counterparty: from })
    return rows
  })
}

/** A move of an NFT between accounts, or its mint. */
interface TestNftMove {
  height: number
  from: Address | null
  to: Address
  nftType: string
  isSwept?: boolean
}

export function buildNftRows(gifts: readonly TestNftMove[]): NftMoveRow[] {
  return gifts.flatMap(({ height, from, to, nftType, isSwept = false }, index) => {
    const common = {
      height,
      tx_index: 1000 + index,
      event_index: 1,
      nft_type: nftType,
      nft_id: BigInt(index),
      tx_id: buildTxId(height, 1000 + index),
      block_ms: (GENESIS_SECONDS + height * 86_400) * 1000,
    }
    const out = { is_initiated: !isSwept, is_swept: isSwept }
    const into = { is_initiated: false, is_swept: false }
    const rows: NftMoveRow[] = [{ ...common, ...into, address: to, side: 'in', counterparty: from }]
    if (from) rows.push({ ...common, ...out, address: from, side: 'out', counterparty: to })
    return rows
  })
}

export const NO_ROWS = mergeRows([])

export function buildLiveCursor(fromHeight: number, toHeight: number): CursorRow {
  return {
    direction: 'live',
    from_height: fromHeight,
    to_height: toHeight,
    block_id: `block-${toHeight}`,
    parent_id: `block-${fromHeight - 1}`,
    block_ms: (GENESIS_SECONDS + toHeight * 86_400) * 1000,
    node_height: toHeight,
  }
}

/** Writes the rows as blocks above the indexed ones. */
export async function writeIndexedRows(
  context: Pick<Context, 'pool' | 'db'>,
  rows: Partial<RangeRows>,
  toHeight?: number,
): Promise<void> {
  const before = await context.db
    .selectFrom('chain_cursor')
    .selectAll()
    .where('direction', '=', 'live')
    .executeTakeFirst()
  const heights = Object.values(rows).flatMap((kind) =>
    kind.map((row) => ('height' in row ? row.height : 0)),
  )
  const top = toHeight ?? Math.max(before?.to_height ?? 0, ...heights)
  await writeRange(context.pool, {
    network: 'local',
    rows: { ...NO_ROWS, ...rows },
    hasContractEvents: true,
    before: before ?? null,
    after: buildLiveCursor(before?.from_height ?? 0, top),
  })
}

/** Updates taint and exposure to the newest labels. */
export async function propagateLabelTaint(context: Context): Promise<void> {
  await runUntilIdle([createExposureStage(context)])
}

/** Lists an account, or names it as a service, and updates taint and exposure. */
export async function labelAccount(
  context: Context,
  address: Party,
  kind: 'scam' | 'service' = 'scam',
): Promise<Label> {
  const given = { address, kind, source: 'test', confidence: 1, reason: 'known' }
  const label = await upsertLabel(context, given)
  await propagateLabelTaint(context)
  return label
}

function buildTxId(height: number, index: number): string {
  return (height * 10_000 + index).toString(16).padStart(64, '0')
}
