import type { Facts } from '../facts.ts'
import { saturate, scaleBy } from '../integers.ts'

/** With so many transfers, half of what rhythm and repeat business can tell is known. */
const HALF_DATA_TRANSFERS = 2

/**
 * How much of a factor that looks at money as such rests on seen data, in 1/10,000: the completeness of
 * the history × (2n − 1) / (2n + 1) for n transfers. One transfer tells a third, two tell three fifths.
 */
export function computeTransferDataShare({ activity, completeness }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return transfers === 0 ? 0 : scaleBy(completeness, saturate(2 * transfers - 1, 2))
}

/** The same for habits, which take more transfers to show: completeness × n / (n + 2). */
export function computeHabitDataShare({ activity, completeness }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return scaleBy(completeness, saturate(transfers, HALF_DATA_TRANSFERS))
}
