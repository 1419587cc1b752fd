import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_DEFINITIONS, FACTORS, type Factor } from '@app/values/factor.ts'

export interface ComparedFactor {
  factor: Factor
  label: string
  /** Value in 0–1 of each wallet. */
  values: readonly [number, number]
  /** What was found about each wallet, in a few words. */
  findings: readonly [string, string]
  /** Points by which the first wallet is above the second through this factor. */
  difference: number
}

/** Returns the factors of two scores side by side, the one that sets them apart most first. */
export function compareFactors(a: ScoreResult, b: ScoreResult): ComparedFactor[] {
  return FACTORS.map((factor): ComparedFactor => {
    const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
    const values = [a.breakdown[factor], b.breakdown[factor]] as const
    return {
      factor,
      label,
      values,
      findings: [a.findings[factor], b.findings[factor]],
      difference: (values[0] - values[1]) * weightPercent,
    }
  }).toSorted((x, y) => Math.abs(y.difference) - Math.abs(x.difference))
}
