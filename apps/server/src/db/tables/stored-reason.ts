import type { EvidencePointer, Reason } from '@app/score/judgement.ts'
import type { OrdinaryRange } from '@app/score/ordinary/compare-with-ordinary.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'

/** A reason as it is shown, with its first few transactions. */
export type ShownReason = Omit<Reason, 'evidence' | 'headline'> & {
  /** Absent in statements of versions before 1.3.0. */
  headline?: string
  evidence: EvidenceItem[]
  /** What ordinary wallets show; absent where it cannot be said, and in scores of before it was. */
  ordinary?: OrdinaryRange
}

/** `pointer` selects more transactions. */
export type StoredReason = ShownReason & { pointer: EvidencePointer }
