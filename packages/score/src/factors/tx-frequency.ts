import type { Facts } from '../facts.ts'
import type { WalletInputs } from '../inputs/minimum-data.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeHabitDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Judges the factor of activity rhythm, fan-in and fan-out, and repeated counterparties. */
export function judgeTxFrequency(
  facts: Facts,
  inputs: WalletInputs,
  table: readonly PointsRows[],
): FactorResult {
  const result = applyPointsTable(inputs, table, { kind: 'latest_transfers' })
  return { ...result, dataShare: computeHabitDataShare(facts), flags: [] }
}
