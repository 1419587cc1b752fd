import type { Facts } from '../facts.ts'
import type { InputValues } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeHabitDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Judges the factor of activity rhythm, fan-in and fan-out, and repeated counterparties. */
export function judgeTxFrequency(
  facts: Facts,
  values: InputValues,
  table: readonly PointsRows[],
): FactorResult {
  const result = applyPointsTable(values, table, { kind: 'latest_transfers' })
  return { ...result, dataShare: computeHabitDataShare(facts), flags: [] }
}
