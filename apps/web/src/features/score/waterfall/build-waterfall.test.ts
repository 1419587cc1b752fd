import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reason } from '../reason.ts'
import { buildWaterfall } from './build-waterfall.ts'

const buildReason = (points: number, index: number): Reason => ({
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
