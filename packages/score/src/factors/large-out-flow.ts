import type { Facts } from '../facts.ts'
import type { WalletInputs } from '../inputs/minimum-data.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeTransferDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Judges the factor of outgoing amounts relative to received ones. */
export function judgeLargeOutFlow(
  facts: Facts,
  inputs: WalletInputs,
  table: readonly PointsRows[],
): FactorResult {
  const token = facts.tokens[0]?.token
  if (token === undefined)
    return { ...applyPointsTable(inputs, [], { kind: 'none' }), dataShare: 0, flags: [] }
  const result = applyPointsTable(inputs, table, { kind: 'largest_sends', token })
  return { ...result, dataShare: computeTransferDataShare(facts), flags: [] }
}
