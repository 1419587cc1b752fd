import type { RiskLevel } from '@app/values/risk-level.ts'

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

export const RISK_BADGES: Readonly<Record<RiskLevel, { tone: Tone; text: string }>> = {
  TRUSTED: { tone: 'good', text: '✓ Trusted' },
  NORMAL: { tone: 'fair', text: '○ Normal' },
  SUSPICIOUS: { tone: 'poor', text: '⚠ Suspicious' },
  HIGH_RISK: { tone: 'bad', text: '✕ High Risk' },
}
