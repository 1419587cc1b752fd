import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoreReason } from '../reasons/reason-item.tsx'
import { buildWaterfall, computeDomain, placeScore, type WaterfallStep } from './waterfall.tsx'

const buildReason = (points: number, index: number): ScoreReason => ({
  factor: 'txFrequency',
  code: `code_${index}`,
  headline: `Headline ${index}`,
  text: 'Text',
  points,
  evidence: [],
})

test('the steps go from 50 to the score: what raises it first, the strongest first', () => {
  const steps = buildWaterfall([-9.9, 4.8, -14.2, 0.1].map(buildReason))
  expect(steps.map(({ points, from, to }) => [points, from, to])).toEqual([
    [4.8, 50, 54.8],
    [0.1, 54.8, 54.9],
    [-14.2, 54.9, 40.7],
    [-9.9, 40.7, 30.8],
  ])
})

test('a reason without points is no step', () => {
  expect(buildWaterfall([0, 0.04].map(buildReason))).toEqual([])
})

test('whatever the reasons, each step begins where the one before ended, and the sum is exact', () => {
  const tenths = fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 20 })
  fc.assert(
    fc.property(tenths, (points) => {
      const steps = buildWaterfall(points.map((tenth, index) => buildReason(tenth / 10, index)))
      const ends = [50, ...steps.map(({ to }) => to)]
      expect(steps.map(({ from }) => from)).toEqual(ends.slice(0, -1))
      expect(ends.at(-1)).toBe((500 + points.reduce((sum, tenth) => sum + tenth, 0)) / 10)
    }),
  )
})

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
