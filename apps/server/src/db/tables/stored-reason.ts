import type { EvidencePointer, Reason } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'

/** A transaction on the chain that supports a reason. */
export interface EvidenceItem {
  txId: string
  height: number
  counterparty?: Address
}

/** A reason with its first few transactions; `pointer` selects more. */
export type StoredReason = Omit<Reason, 'evidence'> & {
  evidence: EvidenceItem[]
  pointer: EvidencePointer
}
