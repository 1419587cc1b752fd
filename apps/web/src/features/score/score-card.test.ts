import { expect, test } from 'vitest'
import { computeScoreRange } from './score-card.tsx'

test('what is unknown moves the score both ways', () => {
  expect(computeScoreRange(60, 0.8)).toEqual({ from: 50, to: 70 })
})

test('the range ends at the ends of the scale', () => {
  expect(computeScoreRange(15, 0.2)).toEqual({ from: 0, to: 55 })
  expect(computeScoreRange(90, 0.5)).toEqual({ from: 65, to: 100 })
})

test('a score that rests on data alone has no range', () => {
  expect(computeScoreRange(42.5, 1)).toEqual({ from: 42.5, to: 42.5 })
})
