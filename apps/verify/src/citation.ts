import type { EvidencePointer } from '@app/score/judgement.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Evidence } from './evidence.ts'

/** A transaction that a reason rests on, and what it is said to show. */
export interface Citation {
  /** Where it stands in the file, such as reasons[0].evidence[2]. */
  path: string
  txId: string
  height: number
  /** `null` when none is named: the other side is no account. */
  counterparty: Address | null
  /** As the engine gives it for the same reason. */
  pointer: EvidencePointer
}

/** Every transaction that the reasons of a file cite, in their order. */
export function listCitations({ file, judgement }: Evidence): Citation[] {
  return file.reasons.flatMap(({ evidence }, index) => {
    const pointer = judgement.reasons[index]?.evidence ?? { kind: 'none' }
    return evidence.map(({ txId, height, counterparty }, place) => ({
      path: `reasons[${index}].evidence[${place}]`,
      txId,
      height,
      counterparty: counterparty === undefined ? null : toAddress(counterparty),
      pointer,
    }))
  })
}

/** How many different transactions the citations name. */
export function countCitedTransactions(citations: readonly Citation[]): number {
  return new Set(citations.map(({ txId, height }) => `${height} ${txId}`)).size
}
