import type { Facts } from '../facts.ts'
import type { InputValues } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeTransferDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Judges the factor of outgoing amounts relative to received ones. */
export function judgeLargeOutFlow(
  facts: Facts,
  values: InputValues,
  table: readonly PointsRows[],
): FactorResult {
  const token = facts.tokens[0]?.token
  if (token === undefined)
    return { ...applyPointsTable(values, [], { kind: 'none' }), dataShare: 0, flags: [] }
  const result = applyPointsTable(values, table, { kind: 'largest_sends', token })
  return { ...result, dataShare: computeTransferDataShare(facts), flags: [] }
}
