import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'

/** The level of an account that subscribers know. */
export interface ToldLevel {
  riskLevel: RiskLevel
  /** The last score on this level, and its version. */
  score: number
  version: string
  /** The level that the score is on since then, in Unix milliseconds of block time, where it is another one. */
  other: { riskLevel: RiskLevel; sinceMs: number } | null
}

interface ScoredLevel {
  score: number
  riskLevel: RiskLevel
  version: string
  /** Block times in Unix milliseconds: of the score, and of the latest block. */
  scoredMs: number
  nowMs: number
}

/** Another level is told when it has lasted so long, by block time … */
export const LEVEL_HOLD_MS = 10 * 60_000

/** … or at once when the score is so many points beyond the border of the level that is known. */
const LEVEL_MARGIN_POINTS = 3

/** Decides whether subscribers are told of a new level, and returns what they know then. Pure. */
export function decideLevelChange(
  told: ToldLevel,
  { score, riskLevel, version, scoredMs, nowMs }: ScoredLevel,
): { isTold: boolean; told: ToldLevel } {
  const reached: ToldLevel = { riskLevel, score, version, other: null }
  if (riskLevel === told.riskLevel) return { isTold: false, told: reached }
  const sinceMs = told.other?.riskLevel === riskLevel ? told.other.sinceMs : scoredMs
  if (isFarBeyond(told.riskLevel, score) || nowMs - sinceMs >= LEVEL_HOLD_MS) {
    return { isTold: true, told: reached }
  }
  return { isTold: false, told: { ...told, other: { riskLevel, sinceMs } } }
}

/** Compares tenths, which are exact: scores have one decimal. */
function isFarBeyond(level: RiskLevel, score: number): boolean {
  const next = RISK_LEVELS[RISK_LEVELS.indexOf(level) + 1]
  const from = RISK_LEVEL_DEFINITIONS[level].fromScore
  const to = next === undefined ? Number.POSITIVE_INFINITY : RISK_LEVEL_DEFINITIONS[next].fromScore
  const tenths = Math.round(score * 10)
  const margin = LEVEL_MARGIN_POINTS * 10
  return tenths <= from * 10 - margin || tenths >= to * 10 + margin
}
