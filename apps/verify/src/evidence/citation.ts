import type { EvidencePointer } from '@app/score/judgement.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Evidence } from './evidence.ts'

/** A transaction that a reason cites, and what it should show. */
export interface Citation {
  /** Its path in the file, such as reasons[0].evidence[2]. */
  path: string
  txId: string
  height: number
  /** `null` when the transfer has no counterparty account. */
  counterparty: Address | null
  /** From the engine, for the same reason. */
  pointer: EvidencePointer
}

/** Returns every transaction that the reasons of a file cite, in order. */
export function listCitations({ file, judgement }: Evidence): Citation[] {
  return file.reasons.flatMap(({ evidence }, index) => {
    const pointer = judgement.reasons[index]?.evidence ?? { kind: 'none' }
    return evidence.map(({ txId, height, counterparty }, position) => ({
      path: `reasons[${index}].evidence[${position}]`,
      txId,
      height,
      counterparty: counterparty === undefined ? null : toAddress(counterparty),
      pointer,
    }))
  })
}

/** Counts the different transactions of the citations. */
export function countCitedTransactions(citations: readonly Citation[]): number {
  return new Set(citations.map(({ txId, height }) => `${height} ${txId}`)).size
}
