import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { type FactorResult, NEUTRAL } from './factors/factor-result.ts'
import type { Improvement, Reason } from './judgement.ts'

/** Units of weight % × data share × points in a tenth of a point of the score. */
const UNITS_PER_TENTH = 10_000 * 1_000

/**
 * Lists the reasons and improvements that change the score by a tenth of a point or more, largest
 * first.
 */
export function explainScore(results: Record<Factor, FactorResult>): {
  reasons: Reason[]
  improve: Improvement[]
} {
  const reasons: Reason[] = []
  const improve: Improvement[] = []
  for (const factor of FACTORS) {
    const { dataShare, reasons: found, improve: better, raw } = results[factor]
    const unit = WEIGHT_PERCENT[factor] * dataShare
    for (const { code, text, points, evidence } of found) {
      const tenths = Math.round((points * unit) / UNITS_PER_TENTH)
      if (tenths !== 0) reasons.push({ factor, code, text: text(), points: tenths / 10, evidence })
    }
    for (const { code, text, points } of better) {
      const tenths = Math.round((Math.min(points, 2 * NEUTRAL - raw) * unit) / UNITS_PER_TENTH)
      if (tenths > 0) improve.push({ code, text, points: tenths / 10 })
    }
  }
  reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  improve.sort((a, b) => b.points - a.points)
  return { reasons, improve }
}
