import { expect, test } from 'vitest'
import { FACTORS, mapFactors, WEIGHT_PERCENT } from './factor.ts'

test('the weights sum to 100', () => {
  const sum = FACTORS.reduce((total, factor) => total + WEIGHT_PERCENT[factor], 0)
  expect(sum).toBe(100)
})

test('mapFactors covers the factors in their order', () => {
  const mapped = mapFactors((factor, index) => ({ factor, index }))
  expect(Object.keys(mapped)).toEqual([...FACTORS])
  expect(Object.values(mapped)).toEqual(FACTORS.map((factor, index) => ({ factor, index })))
})
