import type { EvidencePointer, Reason } from '@app/score/judgement.ts'
import type { OrdinaryRange } from '@app/score/ordinary/ordinary-range.ts'
import type { Address } from '@app/values/address.ts'

/** A transaction on the chain that supports a reason. */
export interface EvidenceItem {
  txId: string
  height: number
  counterparty?: Address
}

/** A reason as it is shown, with its first few transactions. */
export type ShownReason = Omit<Reason, 'evidence'> & {
  evidence: EvidenceItem[]
  /** What ordinary wallets show; absent where it cannot be said, and in scores of before it was. */
  ordinary?: OrdinaryRange
}

/** `pointer` selects more transactions. */
export type StoredReason = ShownReason & { pointer: EvidencePointer }
