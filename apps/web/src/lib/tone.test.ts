import { expect, test } from 'vitest'
import { RISK_BADGES, toFactorTone, toPointsTone } from './tone.ts'

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
  expect(Object.values(RISK_BADGES).map(({ text, tone }) => `${text} ${tone}`)).toEqual([
    '✓ Trusted good',
    '○ Normal fair',
    '⚠ Suspicious poor',
    '✕ High Risk bad',
  ])
})

test.each([
  [2.4, 'good'],
  [-0.1, 'bad'],
  [0, 'neutral'],
  [-0.04, 'neutral'],
] as const)('points of %d are %s', (points, tone) => expect(toPointsTone(points)).toBe(tone))
