import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ScoreReason } from '../reasons/reason-item.tsx'
import { buildWaterfall } from './waterfall.tsx'

const build = (points: number[]) =>
  buildWaterfall(
    points.map((each, index): ScoreReason => {
      const texts = { code: `code_${index}`, headline: 'Headline', text: 'Text' }
      return { factor: 'txFrequency', ...texts, points: each, evidence: [] }
    }),
  )

test('the steps go from 50 to the score: what raises it first, the strongest first, none without points', () => {
  expect(build([-9.9, 4.8, 0.04, -14.2, 0.1]).map(({ points, score }) => [points, score])).toEqual([
    [4.8, 54.8],
    [0.1, 54.9],
    [-14.2, 40.7],
    [-9.9, 30.8],
  ])
})

test('whatever the reasons, the sum is exact', () => {
  const tenths = fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 20 })
  fc.assert(
    fc.property(tenths, (points) => {
      const end = build(points.map((tenth) => tenth / 10)).at(-1)?.score ?? 50
      expect(end).toBe((500 + points.reduce((sum, tenth) => sum + tenth, 0)) / 10)
    }),
  )
})
