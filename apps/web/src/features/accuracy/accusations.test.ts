import { expect, test } from 'vitest'
import { accusationsIn, weakestOf } from './accusations.ts'

const CROWD = { wallets: 10_000, illicit: 100, falsePositiveRate: 0.01 }

test('when few wallets are illicit, most accusations are wrong at 1 % false positives', () => {
  const { found, missed, wrong, precision } = accusationsIn(CROWD, 0.5116)
  expect({ found, missed, wrong }).toEqual({ found: 51, missed: 49, wrong: 99 })
  expect(precision).toBeCloseTo(0.34, 2)
})

test('where nobody is accused, no accusation is right', () => {
  expect(accusationsIn({ ...CROWD, falsePositiveRate: 0 }, 0)).toEqual({
    found: 0,
    missed: 100,
    wrong: 0,
    precision: 0,
  })
})

test('the weakest set is the one where the fewest are found at 1 % false positives', () => {
  const figure = { set: 'a', label: 'x', normal: 1, illicit: 1, auc: 0.99, recallAt5: 0.9 }
  const figures = [
    { ...figure, recallAt1: 0.7 },
    { ...figure, set: 'b', recallAt1: 0.5 },
  ]
  expect(weakestOf(figures)?.set).toBe('b')
  expect(weakestOf([])).toBeUndefined()
})
