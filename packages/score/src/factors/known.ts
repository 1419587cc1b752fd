import type { Facts } from '../facts.ts'
import { amountOfData, scaledBy } from '../integers.ts'

/** With this many transfers half of what behaviour can tell is known. */
const HALF_KNOWN_TRANSFERS = 2

/** How much of a factor that reads transfers rests on seen data: amount × completeness, in 1/10,000. */
export function knownFromTransfers({ activity, completeness }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return scaledBy(completeness, amountOfData(transfers, HALF_KNOWN_TRANSFERS))
}
