export type RiskLevel = 'TRUSTED' | 'NORMAL' | 'SUSPICIOUS' | 'HIGH_RISK'

/** Levels from worst to best. */
export const RISK_LEVELS: readonly RiskLevel[] = ['HIGH_RISK', 'SUSPICIOUS', 'NORMAL', 'TRUSTED']

/** The level follows from the score (0–100) alone: HIGH_RISK < 30 ≤ SUSPICIOUS < 45 ≤ NORMAL < 75 ≤ TRUSTED. */
export function toRiskLevel(score: number): RiskLevel {
  if (score < 30) return 'HIGH_RISK'
  if (score < 45) return 'SUSPICIOUS'
  return score < 75 ? 'NORMAL' : 'TRUSTED'
}
