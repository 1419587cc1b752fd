/** Levels from worst to best. */
export const RISK_LEVELS = ['HIGH_RISK', 'SUSPICIOUS', 'NORMAL', 'TRUSTED'] as const

export type RiskLevel = (typeof RISK_LEVELS)[number]

interface RiskLevelDefinition {
  /** Lowest score (0–100) of the level; the level depends on the score alone. */
  fromScore: number
  label: string
  /** Symbol before the label in a badge. */
  symbol: string
  /** Meaning of the level's colour: green, yellow, orange, red. */
  tone: 'good' | 'fair' | 'poor' | 'bad'
}

export const RISK_LEVEL_DEFINITIONS: Readonly<Record<RiskLevel, RiskLevelDefinition>> = {
  HIGH_RISK: { fromScore: 0, label: 'High Risk', symbol: '✕', tone: 'bad' },
  SUSPICIOUS: { fromScore: 30, label: 'Suspicious', symbol: '⚠', tone: 'poor' },
  NORMAL: { fromScore: 45, label: 'Normal', symbol: '○', tone: 'fair' },
  TRUSTED: { fromScore: 75, label: 'Trusted', symbol: '✓', tone: 'good' },
}

/** Scores below this are HIGH_RISK. */
export const HIGH_RISK_BELOW = RISK_LEVEL_DEFINITIONS.SUSPICIOUS.fromScore
/** Scores below this are SUSPICIOUS or HIGH_RISK. */
export const SUSPECTED_BELOW = RISK_LEVEL_DEFINITIONS.NORMAL.fromScore
/** Scores at or above this are TRUSTED. */
export const TRUSTED_FROM = RISK_LEVEL_DEFINITIONS.TRUSTED.fromScore

/** Returns the level of a score (0–100). */
export function toRiskLevel(score: number): RiskLevel {
  if (score < HIGH_RISK_BELOW) return 'HIGH_RISK'
  if (score < SUSPECTED_BELOW) return 'SUSPICIOUS'
  return score < TRUSTED_FROM ? 'NORMAL' : 'TRUSTED'
}
