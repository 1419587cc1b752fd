import { expect, it } from 'vitest'
import { isRecent } from './is-recent.ts'

it.each([
  [Number.NEGATIVE_INFINITY, false],
  [900, false],
  [901, true],
  [1_000, true],
  [1_001, false],
])('at 1,000, with 100 allowed, %i is recent: %s', (atMs, expected) => {
  expect(isRecent(atMs, 1_000, 100)).toBe(expected)
})
