import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeQuartiles } from './quartiles.ts'

/** The definition, by counting: the smallest value that at least `quarters` quarters do not exceed. */
function findByCounting(values: readonly number[], quarters: number): number {
  const reached = values.filter(
    (own) => values.filter((other) => other <= own).length * 4 >= values.length * quarters,
  )
  return Math.min(...reached)
}

test('quartiles are the smallest values that a quarter, half and three quarters do not exceed', () => {
  const value = fc.oneof(fc.nat(5), fc.double({ noNaN: true, min: 0, max: 10 }))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (values) => {
      expect(computeQuartiles(values)).toEqual({
        lowerQuartile: findByCounting(values, 1),
        median: findByCounting(values, 2),
        upperQuartile: findByCounting(values, 3),
        wallets: values.length,
      })
    }),
  )
})

test('without values there are no quartiles', () => {
  expect(computeQuartiles([])).toBeNull()
})
