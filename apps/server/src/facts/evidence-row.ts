import type { Address } from '@app/values/address.ts'
import { formatDecimal } from '@app/values/amount.ts'
import { getTokenSymbol } from '@app/values/tokens/token-symbol.ts'
import type { EvidenceItem } from '../db/tables/stored-reason.ts'

/** The columns from which an `EvidenceItem` is built; those of a transfer or an NFT move where it is one. */
export interface EvidenceRow {
  tx_id: string
  height: number
  counterparty?: Address | null
  block_ms?: number
  side?: 'in' | 'out'
  units?: bigint | null
  /** Type of the vault, or of the NFT. */
  token?: string
}

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
  return {
    txId,
    height,
    ...(counterparty && { counterparty }),
    ...(blockMs !== undefined && { time: new Date(blockMs).toISOString() }),
    direction: side ?? 'other',
    ...(units !== undefined && units !== null && { amount: formatDecimal(units) }),
    ...(token !== undefined && { token: getTokenSymbol(token) }),
  }
}
