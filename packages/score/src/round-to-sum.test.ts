import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToSum } from './round-to-sum.ts'

const UNIT = 1_000_000
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

test('the largest remainders are rounded up', () => {
  expect(roundToSum([2_400_000, -1_700_000, 1_600_000], 2)).toEqual([2, -2, 2])
  expect(roundToSum([500_000, 500_000], 1)).toEqual([1, 0])
  expect(roundToSum([], 0)).toEqual([])
})

test('shares that add up to a whole number within one half are rounded down or up to it', () => {
  const shares = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(shares, (own) => {
      const sum = Math.round(add(own) / UNIT) + 0
      const rounded = roundToSum(own, sum)
      expect(add(rounded)).toBe(sum)
      for (const [index, whole] of rounded.entries()) {
        expect(Math.abs(whole - (own[index] ?? 0) / UNIT)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('any shares are rounded to any sum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1, maxLength: 9 }),
      fc.integer(),
      (own, sum) => {
        expect(add(roundToSum(own, sum))).toBe(sum)
      },
    ),
  )
})
