import type { Facts } from '../facts.ts'
import type { InputValues } from '../inputs/inputs.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeTransferDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Data share of the creation rank alone: it is always known, but weak evidence. */
const RANK_DATA_SHARE = 2_000

/** Rank in the order of creation, first and last seen, days active. */
export function judgeOnchainAge(
  facts: Facts,
  values: InputValues,
  table: readonly PointsRows[],
): FactorResult {
  const result = applyPointsTable(values, table, { kind: 'account_events' })
  const dataShare = Math.max(
    facts.age === null ? 0 : RANK_DATA_SHARE,
    computeTransferDataShare(facts),
  )
  return { ...result, dataShare, flags: [] }
}
