import { formatDecimal } from '@app/values/amount.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import type { Party } from '@app/values/evm-address.ts'
import { getTokenSymbol } from '@app/values/token-type.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'

/** The columns from which an `EvidenceItem` is built; those of a transfer or an NFT move where it is one. */
export interface EvidenceRow {
  tx_id: string
  height: number
  counterparty?: Party | null
  block_ms?: number
  side?: 'in' | 'out'
  units?: bigint | null
  /** Type of the vault, or of the NFT. */
  token?: string
  evm_hash?: string | null
  evm_height?: number | null
}

export interface PlacedEvidenceRow extends EvidenceRow {
  tx_index: number
  event_index: number
}

export const TRANSFER_EVIDENCE = [
  ...(['tx_id', 'height', 'tx_index', 'event_index', 'counterparty'] as const),
  ...(['block_ms', 'side', 'units', 'token'] as const),
] as const

export const NEWEST_FIRST = sql`height desc, tx_index desc, event_index desc`

/**
 * Builds the query of the rows of a limited query, with the transaction in the EVM behind each, in the same order.
 */
export const buildEvmEvidenceQuery = (
  rows: Expression<PlacedEvidenceRow>,
  order: RawBuilder<unknown>,
): RawBuilder<EvidenceRow> =>
  sql<EvidenceRow>`
    select move.*, evm.evm_hash, evm.evm_height from (${rows}) move
    left join chain_evm_transaction evm using (height, tx_index, event_index)
    order by ${order}`

/** Converts rows in their order, each transaction once per counterparty. */
export function toEvidenceItems(rows: readonly EvidenceRow[]): EvidenceItem[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const key = `${row.tx_id} ${row.counterparty ?? ''}`
    if (seen.has(key)) return []
    seen.add(key)
    return [toEvidenceItem(row)]
  })
}

function toEvidenceItem(row: EvidenceRow): EvidenceItem {
  const { tx_id: txId, height, counterparty, block_ms: blockMs, side, units, token } = row
  const { evm_hash: evmHash, evm_height: evmHeight } = row
  return {
    txId,
    height,
    ...(counterparty && { counterparty }),
    ...(blockMs !== undefined && { time: new Date(blockMs).toISOString() }),
    direction: side ?? 'other',
    ...(units !== undefined && units !== null && { amount: formatDecimal(units) }),
    ...(token !== undefined && { token: getTokenSymbol(token) }),
    ...(evmHash && { evmHash }),
    ...(typeof evmHeight === 'number' && { evmHeight }),
  }
}
