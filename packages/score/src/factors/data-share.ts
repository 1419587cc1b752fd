import type { Facts } from '../facts.ts'
import { saturate, scaleBy } from '../integers.ts'

/**
 * Number of transfers at which the data share of rhythm and repeated counterparties is one half.
 */
const HALF_DATA_TRANSFERS = 2

/**
 * Computes the data share, in 1/10,000, of a factor based on amounts: the completeness of the
 * history × (2n − 1) / (2n + 1) for n transfers, so one third for one transfer and three fifths for
 * two.
 */
export function computeTransferDataShare({ activity, completeness }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return transfers === 0 ? 0 : scaleBy(completeness, saturate(2 * transfers - 1, 2))
}

/**
 * Computes the data share of a factor based on habits, which need more transfers: completeness × n
 * / (n + 2).
 */
export function computeHabitDataShare({ activity, completeness }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  return scaleBy(completeness, saturate(transfers, HALF_DATA_TRANSFERS))
}
