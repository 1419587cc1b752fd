import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { type FactorReason, type FactorResult, NEUTRAL } from './factors/factor-rules.ts'
import type { Improvement, Reason } from './judgement.ts'

/** Units of weight % × data share × points in a tenth of a point of the score. */
const UNITS_PER_TENTH = 10_000 * 1_000
/** The same in a millionth of a tenth. */
const UNITS_PER_MILLIONTH = UNITS_PER_TENTH / 1_000_000

interface WeighedReason {
  factor: Factor
  reason: FactorReason
  /** Share of the score, in millionths of a tenth of a point. */
  share: number
}

/**
 * Lists the reasons and improvements that change the score by a tenth of a point or more, and the reasons that are
 * always shown, largest first. The points of the reasons add up to `score` − 50.
 */
export function explainScore(
  results: Record<Factor, FactorResult>,
  score: number,
): { reasons: Reason[]; improve: Improvement[] } {
  const weighed = FACTORS.flatMap((factor) => weighReasons(factor, results[factor]))
  const tenths = roundToSum(
    weighed.map(({ share }) => share),
    Math.round(score * 10) - 500,
  )
  const reasons = weighed.flatMap(({ factor, reason }, index) =>
    toReason(factor, reason, (tenths[index] ?? 0) / 10),
  )
  reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  return { reasons, improve: listImprovements(results) }
}

/**
 * Computes what each reason of a factor is worth. Where the factor is limited to 0–1, all its reasons
 * are scaled so that they add up to what it is away from 0.5.
 */
function weighReasons(factor: Factor, { dataShare, raw, reasons }: FactorResult): WeighedReason[] {
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  const [part, whole] = sum === 0 ? [1, 1] : [raw - NEUTRAL, sum]
  const unit = WEIGHT_PERCENT[factor] * dataShare * part
  return reasons.map((reason) => ({
    factor,
    reason,
    share: Math.round((unit * reason.points) / (whole * UNITS_PER_MILLIONTH)),
  }))
}

function toReason(
  factor: Factor,
  { code, headline, text, evidence, isAlwaysShown = false }: FactorReason,
  points: number,
): Reason[] {
  if (points === 0 && !isAlwaysShown) return []
  return [{ factor, code, headline: headline(points), text: text(), points, evidence }]
}

/** Lists the improvements; advice that several factors give is one improvement. */
function listImprovements(results: Record<Factor, FactorResult>): Improvement[] {
  const found = new Map<string, Improvement>()
  for (const factor of FACTORS) {
    const { dataShare, improve, raw } = results[factor]
    for (const { code, text, points } of improve) {
      const gain = Math.min(points, 2 * NEUTRAL - raw) * WEIGHT_PERCENT[factor] * dataShare
      const tenths = Math.round(gain / UNITS_PER_TENTH)
      const before = found.get(text)
      const total = Math.round((before?.points ?? 0) * 10) + tenths
      if (tenths > 0) found.set(text, { code: before?.code ?? code, text, points: total / 10 })
    }
  }
  return [...found.values()].sort((a, b) => b.points - a.points)
}

/** Shares are in millionths. */
const UNIT = 1_000_000

/**
 * Rounds shares, in millionths, to whole numbers that add up to `sum`, by largest remainders: each is
 * the share rounded down or up when the shares add up to `sum` within one half. Among equal remainders
 * the earlier one is rounded up.
 */
export function roundToSum(shares: readonly number[], sum: number): number[] {
  const rounded = shares.map((share) => Math.floor(share / UNIT))
  const missing = rounded.reduce((left, whole) => left - whole, sum)
  const order = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share / UNIT) * UNIT }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const [position, { index }] of order.entries()) {
    const ups = Math.floor((missing - 1 - position) / shares.length) + 1
    rounded[index] = (rounded[index] ?? 0) + ups
  }
  return rounded
}
