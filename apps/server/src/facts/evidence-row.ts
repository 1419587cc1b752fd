import type { Address } from '@app/values/address.ts'

/** The columns of `chain_*` that an `EvidenceItem` is made of. */
export interface EvidenceRow {
  tx_id: string
  height: number
  counterparty?: Address | null
}
