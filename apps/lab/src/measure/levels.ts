import { RISK_LEVELS, type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'

/** Computes the share of scores in each level, 0–1; all 0 when there are no scores. */
export function computeLevelShares(scores: readonly number[]): Record<RiskLevel, number> {
  const counts = Map.groupBy(scores, toRiskLevel)
  const computeShare = (level: RiskLevel): number =>
    scores.length === 0 ? 0 : (counts.get(level)?.length ?? 0) / scores.length
  const shares = [...RISK_LEVELS].reverse().map((level) => [level, computeShare(level)] as const)
  return Object.fromEntries(shares) as Record<RiskLevel, number>
}
