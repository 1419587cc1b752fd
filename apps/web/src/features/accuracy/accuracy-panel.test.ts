import { expect, test } from 'vitest'
import { computeAccusations, findWeakestFigure } from './accuracy-panel.tsx'

const POPULATION = { wallets: 10_000, illicit: 100, falsePositiveRate: 0.01 }

test('when few wallets are illicit, most accusations are wrong at 1 % false positives', () => {
  const { truePositives, falseNegatives, falsePositives, precision } = computeAccusations(
    POPULATION,
    0.5116,
  )
  expect({ truePositives, falseNegatives, falsePositives }).toEqual({
    truePositives: 51,
    falseNegatives: 49,
    falsePositives: 99,
  })
  expect(precision).toBeCloseTo(0.34, 2)
})

test('without accusations the precision is 0', () => {
  expect(computeAccusations({ ...POPULATION, falsePositiveRate: 0 }, 0)).toEqual({
    truePositives: 0,
    falseNegatives: 100,
    falsePositives: 0,
    precision: 0,
  })
})

test('the weakest set is the one with the lowest recall at 1 % false positives', () => {
  const figure = { set: 'a', label: 'x', normal: 1, illicit: 1, auc: 0.99, recallAt5: 0.9 }
  const figures = [
    { ...figure, recallAt1: 0.7 },
    { ...figure, set: 'b', recallAt1: 0.5 },
  ]
  expect(findWeakestFigure(figures)?.set).toBe('b')
  expect(findWeakestFigure([])).toBeUndefined()
})
