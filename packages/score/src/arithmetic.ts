import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { type FactorResult, NEUTRAL } from './factors/factor-rules.ts'
import { scaleBy } from './integers.ts'
import type { FactorJudgement } from './judgement.ts'

/**
 * Applies the data share: value = 5,000 + data share × (raw − 5,000) / 10,000, rounded towards
 * 5,000.
 */
export function toFactorJudgement({ raw, dataShare }: FactorResult): FactorJudgement {
  return { value: NEUTRAL + scaleBy(dataShare, raw - NEUTRAL), raw, known: dataShare }
}

/**
 * Computes the score (0–100, one decimal) and the confidence (0–1, four decimals), both in integers
 * until the last step: Σ weight % × factor is in 1/10,000 of a point and is rounded half up to
 * tenths once.
 */
export function computeScore(factors: Record<Factor, FactorJudgement>): {
  score: number
  confidence: number
} {
  let value = 0
  let known = 0
  for (const factor of FACTORS) {
    value += WEIGHT_PERCENT[factor] * factors[factor].value
    known += WEIGHT_PERCENT[factor] * factors[factor].known
  }
  return {
    score: Math.floor((value + 500) / 1_000) / 10,
    confidence: Math.floor(known / 100) / 10_000,
  }
}
