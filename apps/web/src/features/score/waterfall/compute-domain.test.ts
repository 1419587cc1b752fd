import { expect, test } from 'vitest'
import type { WaterfallStep } from './build-waterfall.ts'
import { computeDomain, placeScore } from './compute-domain.ts'

const buildStep = (from: number, to: number): WaterfallStep => ({
  factor: 'txFrequency',
  code: 'code',
  headline: 'Headline',
  points: to - from,
  from,
  to,
})

test('the start, every step and the range are drawn, in whole tens', () => {
  const steps = [buildStep(50, 71.2), buildStep(71.2, 68)]
  expect(computeDomain(steps, { from: 60.4, to: 75.6 })).toEqual({ from: 50, to: 80 })
})

test('steps beyond the scale end at its ends, and without steps there is a scale too', () => {
  const steps = [buildStep(50, 104), buildStep(104, -3)]
  expect(computeDomain(steps, { from: 0, to: 20 })).toEqual({ from: 0, to: 100 })
  expect(computeDomain([], { from: 50, to: 50 })).toEqual({ from: 30, to: 50 })
})

test('scores are placed within the drawn part', () => {
  const domain = { from: 40, to: 80 }
  expect([40, 60, 80, 90].map((score) => placeScore(score, domain))).toEqual([0, 50, 100, 100])
})
