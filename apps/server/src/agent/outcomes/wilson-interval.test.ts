import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeWilsonInterval } from './wilson-interval.ts'

test.each([
  [3, 10, { from: 0.1078, to: 0.6032 }],
  [0, 5, { from: 0, to: 0.4345 }],
  [5, 5, { from: 0.5655, to: 1 }],
  [300, 1_000, { from: 0.2724, to: 0.3291 }],
])('%i of %i', (successes, trials, interval) => {
  expect(computeWilsonInterval(successes, trials)).toEqual(interval)
})

test('contains the share, stays within 0–1, and mirrors the opposite outcome', () => {
  const counts = fc
    .integer({ min: 1, max: 500 })
    .chain((trials) => fc.tuple(fc.nat(trials), fc.constant(trials)))
  fc.assert(
    fc.property(counts, ([successes, trials]) => {
      const { from, to } = computeWilsonInterval(successes, trials)
      const share = successes / trials
      expect(from).toBeGreaterThanOrEqual(0)
      expect(from).toBeLessThanOrEqual(share)
      expect(to).toBeGreaterThanOrEqual(share)
      expect(to).toBeLessThanOrEqual(1)
      const opposite = computeWilsonInterval(trials - successes, trials)
      expect(opposite.from).toBeCloseTo(1 - to, 4)
    }),
  )
})
