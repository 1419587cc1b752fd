import type { EvidencePointer, Reason } from '@app/score/judgement.ts'
import type { OrdinaryRange } from '@app/score/ordinary/ordinary-range.ts'
import type { Address } from '@app/values/address.ts'

/** A transaction on the chain that supports a reason. */
export interface Citation {
  txId: string
  height: number
  counterparty?: Address
}

/** A citation with what the transaction did to the wallet; scores of before 1.3.0 have none of it. */
export interface EvidenceItem extends Citation {
  /** Block time, ISO 8601. */
  time?: string
  /** `other` where nothing moved. */
  direction?: 'in' | 'out' | 'other'
  /** Decimal text; absent for an NFT. */
  amount?: string
  /** Symbol, such as 'FLOW'; not unique. */
  token?: string
}

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

/** The transaction alone, as statements and evidence files cite it. */
export function toCitation({ txId, height, counterparty }: EvidenceItem): Citation {
  return { txId, height, ...(counterparty !== undefined && { counterparty }) }
}
