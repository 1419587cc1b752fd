import { expect, test } from 'vitest'
import { formatPercent, formatPoints, formatSignedPoints } from './format.ts'

test.each([
  [27.4, '27.4'],
  [50, '50'],
  [99.96, '100'],
  [0, '0'],
])('a score of %d is formatted as %s', (score, text) => expect(formatPoints(score)).toBe(text))

test.each([
  [6.1, '+6.1'],
  [-8.6, '−8.6'],
  [0, '0'],
  [0.04, '0'],
  [-0.04, '0'],
])('points of %d are formatted as %s', (points, text) => {
  expect(formatSignedPoints(points)).toBe(text)
})

test('a share is formatted in whole percent', () => expect(formatPercent(0.705)).toBe('71%'))
