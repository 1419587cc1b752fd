import type { ActivityFacts } from '../facts.ts'
import { computeShare } from '../integers.ts'

/** Counts the transfers in both directions. */
export function countTransfers({ transfersIn, transfersOut }: ActivityFacts): number {
  return transfersIn + transfersOut
}

/** Returns `part / whole`; `null` when the part is unknown or the whole is 0. */
export function computeShareIfKnown(part: number | null, whole: number): number | null {
  return part === null ? null : computeShare(part, whole)
}
