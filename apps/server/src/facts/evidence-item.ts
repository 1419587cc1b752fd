import type { Address } from '@app/values/address.ts'

/** A transaction that anyone can look up on the chain. */
export interface EvidenceItem {
  txId: string
  height: number
  counterparty?: Address
}

/** The columns of `chain_*` that an `EvidenceItem` is made of. */
export interface EvidenceRow {
  tx_id: string
  height: number
  counterparty?: Address | null
}
