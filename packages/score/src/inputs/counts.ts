import type { ActivityFacts } from '../facts.ts'
import { computeShare } from '../integers.ts'

/** Transfers in both directions. */
export function countTransfers({ transfersIn, transfersOut }: ActivityFacts): number {
  return transfersIn + transfersOut
}

/** `part / whole`; `null` when the part is not known or the whole is 0. */
export function computeShareIfKnown(part: number | null, whole: number): number | null {
  return part === null ? null : computeShare(part, whole)
}
