import { RISK_LEVELS, type RiskLevel, toRiskLevel } from '@app/values/risk-level.ts'

/** Share of scores in each level, 0–1; 0 for all of them when there are none. */
export function computeLevelShares(scores: readonly number[]): Record<RiskLevel, number> {
  const counts = Map.groupBy(scores, toRiskLevel)
  const computeShare = (level: RiskLevel): number =>
    scores.length === 0 ? 0 : (counts.get(level)?.length ?? 0) / scores.length
  const shares = [...RISK_LEVELS].reverse().map((level) => [level, computeShare(level)] as const)
  return Object.fromEntries(shares) as Record<RiskLevel, number>
}
