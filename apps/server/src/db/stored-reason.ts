import type { EvidencePointer, Reason } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'

/** A transaction that anyone can look up on the chain. */
export interface EvidenceItem {
  txId: string
  height: number
  counterparty?: Address
}

/** A reason with the first few transactions that prove it; `pointer` finds more. */
export type StoredReason = Omit<Reason, 'evidence'> & {
  evidence: EvidenceItem[]
  pointer: EvidencePointer
}
