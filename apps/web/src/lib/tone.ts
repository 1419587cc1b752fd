import { LITTLE_DATA } from '@app/values/reason-code.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'

/** Meaning of a colour: green, yellow, orange, red, blue or gray. */
export type Tone = 'good' | 'fair' | 'poor' | 'bad' | 'info' | 'neutral'

/** Returns the colour of a factor's bar: green from 0.8, yellow from 0.5, orange from 0.3, red below. */
export function toFactorTone(value: number): Tone {
  if (value >= 0.8) return 'good'
  if (value >= 0.5) return 'fair'
  return value >= 0.3 ? 'poor' : 'bad'
}

/** Returns the colour of points by their sign; gray if they round to 0, as for a reason without effect. */
export function toPointsTone(points: number): Tone {
  const tenths = Math.round(points * 10)
  if (tenths === 0) return 'neutral'
  return tenths < 0 ? 'bad' : 'good'
}

/** Returns the colour of a reason: gray where too little is known to speak for or against the wallet. */
export const toReasonTone = ({ code, points }: { code: string; points: number }): Tone =>
  code === LITTLE_DATA ? 'neutral' : toPointsTone(points)

/** Returns the badge of a risk level, such as '✓ Trusted' in green. */
export function toRiskBadge(level: RiskLevel): { tone: Tone; text: string } {
  const { tone, symbol, label } = RISK_LEVEL_DEFINITIONS[level]
  return { tone, text: `${symbol} ${label}` }
}

/** The levels with the scores between which they are, the worst first. */
export const LEVEL_RANGES = RISK_LEVELS.map((level, index) => {
  const { fromScore, tone, symbol, label } = RISK_LEVEL_DEFINITIONS[level]
  const next = RISK_LEVELS[index + 1]
  const to = next === undefined ? 100 : RISK_LEVEL_DEFINITIONS[next].fromScore
  return { level, from: fromScore, to, tone, symbol, label }
})
