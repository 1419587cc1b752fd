import type { Address } from '@app/values/address.ts'

/** The columns of `chain_*` tables from which an `EvidenceItem` is built. */
export interface EvidenceRow {
  tx_id: string
  height: number
  counterparty?: Address | null
}
