import { RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { toFactorTone, toPointsTone, toReasonTone, toRiskBadge } from './tone.ts'

test('bars and badges have the colours of the specification', () => {
  const tones = ['good', 'good', 'fair', 'fair', 'poor', 'poor', 'bad', 'bad']
  expect([1, 0.8, 0.7999, 0.5, 0.4999, 0.3, 0.2999, 0].map(toFactorTone)).toEqual(tones)
  const badges = RISK_LEVELS.map(toRiskBadge)
  expect(badges.map(({ text, tone }) => `${text} ${tone}`)).toEqual([
    '✕ High Risk bad',
    '⚠ Suspicious poor',
    '○ Normal fair',
    '✓ Trusted good',
  ])
})

test('points have the colour of their sign, but too little data speaks neither for nor against', () => {
  expect([2.4, -0.1, 0, -0.04].map(toPointsTone)).toEqual(['good', 'bad', 'neutral', 'neutral'])
  expect(toReasonTone({ code: 'passes_on', points: -3 })).toBe('bad')
  expect(toReasonTone({ code: 'little_data', points: -3 })).toBe('neutral')
})
