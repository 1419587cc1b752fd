import { mapFactors } from '@app/values/factor.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeAuc,
  computeCalibration,
  computeLevelShares,
  computeRecallAt,
} from './measure-accuracy.ts'

const scores = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 40 })

test('the AUC is the share of pairs in the right order, ties counted half', () => {
  fc.assert(
    fc.property(scores, scores, (illicit, normal) => {
      const wins = illicit.flatMap((a) => normal.map((b) => (1 + Math.sign(b - a)) / 2))
      const mean = wins.reduce((sum, win) => sum + win, 0) / wins.length
      expect(computeAuc(illicit, normal)).toBeCloseTo(mean, 12)
    }),
  )
  expect([computeAuc([], [1]), computeAuc([1], [])]).toEqual([null, null])
})

test('recall allows at most the given share of false positives, and never cuts through a tie', () => {
  // One in a hundred of 200 is two: 100 and 101 may fall below the cut, which is 102.
  const normal = Array.from({ length: 200 }, (_, i) => 100 + i)
  expect(computeRecallAt(0.01, [90, 101, 102, 150], normal)).toBe(0.5)
  expect(computeRecallAt(0.01, [5, 4], Array(100).fill(5))).toBe(0.5)
})

test('computeLevelShares sorts scores by the bounds of the levels', () => {
  expect(computeLevelShares([29.9, 30, 44.9, 45, 74.9, 75, 90, 91])).toEqual({
    HIGH_RISK: 0.125,
    SUSPICIOUS: 0.25,
    NORMAL: 0.25,
    TRUSTED: 0.375,
  })
})

test('computeCalibration leaves out empty bands, and counts full confidence in the last', () => {
  const factors = mapFactors(() => 0)
  const wallets = [
    { isIllicit: true, score: 20, confidence: 0.1, factors },
    { isIllicit: false, score: 60, confidence: 0.1, factors },
    { isIllicit: false, score: 60, confidence: 1, factors },
  ]
  expect(computeCalibration(wallets)).toEqual([
    { from: 0, to: 0.3, normal: 1, illicit: 1, auc: 1 },
    { from: 0.8, to: 1, normal: 1, illicit: 0, auc: null },
  ])
})
