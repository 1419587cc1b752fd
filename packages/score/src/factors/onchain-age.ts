import type { Facts } from '../facts.ts'
import type { WalletInputs } from '../inputs/minimum-data.ts'
import type { PointsRows } from '../points-table.ts'
import { applyPointsTable } from './apply-points-table.ts'
import { computeTransferDataShare } from './data-share.ts'
import type { FactorResult } from './factor-result.ts'

/** Data share with only the creation rank: it is always available, but weak evidence. */
const RANK_DATA_SHARE = 2_000

/** Judges the factor of creation rank, first and last activity, and active days. */
export function judgeOnchainAge(
  facts: Facts,
  inputs: WalletInputs,
  table: readonly PointsRows[],
): FactorResult {
  const result = applyPointsTable(inputs, table, { kind: 'account_events' })
  const dataShare = Math.max(
    facts.age === null ? 0 : RANK_DATA_SHARE,
    computeTransferDataShare(facts),
  )
  return { ...result, dataShare, flags: [] }
}
