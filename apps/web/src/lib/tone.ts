import type { RiskLevel } from '@app/values/risk-level.ts'

/** Meaning of a colour: green, yellow, orange, red, blue or none. */
export type Tone = 'good' | 'fair' | 'poor' | 'bad' | 'info' | 'neutral'

/** Colour of a factor's bar: green from 0.8, yellow from 0.5, orange from 0.3, red below. */
export function toFactorTone(value: number): Tone {
  if (value >= 0.8) return 'good'
  if (value >= 0.5) return 'fair'
  return value >= 0.3 ? 'poor' : 'bad'
}

/** Colour of points by their sign; none where they round to nothing, which makes a note of a reason. */
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
