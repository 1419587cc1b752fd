import { RISK_LEVELS } from '@app/values/risk-level.ts'
import { expect, test } from 'vitest'
import { toFactorTone, toPointsTone, toReasonTone, toRiskBadge } from './tone.ts'

test.each([
  [1, 'good'],
  [0.8, 'good'],
  [0.7999, 'fair'],
  [0.5, 'fair'],
  [0.4999, 'poor'],
  [0.3, 'poor'],
  [0.2999, 'bad'],
  [0, 'bad'],
])('a factor of %d has a bar of tone %s', (value, tone) => {
  expect(toFactorTone(value)).toBe(tone)
})

test('each risk level has the badge of the specification', () => {
  const badges = RISK_LEVELS.map(toRiskBadge)
  expect(badges.map(({ text, tone }) => `${text} ${tone}`)).toEqual([
    '✕ High Risk bad',
    '⚠ Suspicious poor',
    '○ Normal fair',
    '✓ Trusted good',
  ])
})

test.each([
  [2.4, 'good'],
  [-0.1, 'bad'],
  [0, 'neutral'],
  [-0.04, 'neutral'],
] as const)('points of %d are %s', (points, tone) => expect(toPointsTone(points)).toBe(tone))

test.each([
  ['passes_on', -3, 'bad'],
  ['little_data', -3, 'neutral'],
  ['little_data', 3, 'neutral'],
] as const)('the reason %s with points of %d is %s', (code, points, tone) =>
  expect(toReasonTone({ code, points })).toBe(tone),
)
