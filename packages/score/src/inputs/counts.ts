import type { ActivityFacts } from '../facts.ts'
import { shareOf } from '../integers.ts'

/** Transfers in both directions. */
export function transfersOf({ transfersIn, transfersOut }: ActivityFacts): number {
  return transfersIn + transfersOut
}

/** `part / whole`; `null` when the part is not known or the whole is 0. */
export function shareKnown(part: number | null, whole: number): number | null {
  return part === null ? null : shareOf(part, whole)
}
