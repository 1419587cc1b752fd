import { FACTOR_UNIT } from '@app/values/factor.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { VISITOR_WEIGHT } from '../factors/community-signals.ts'

/**
 * Returns the weight of one report, 0–1: that of a visitor for `null`, otherwise the author's own
 * score (0–100) / 100, and 0 for scores below NORMAL.
 */
export function computeReportWeight(score: number | null): number {
  if (score === null) return VISITOR_WEIGHT / FACTOR_UNIT
  return score < SUSPECTED_BELOW ? 0 : Math.round(score * 10) / 1000
}
