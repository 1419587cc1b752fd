import { expect, test } from 'vitest'
import { formatRelativeTime } from './format-relative-time.ts'

const NOW_MS = Date.UTC(2026, 2, 10, 12)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [0, 'Just now'],
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1m ago'],
  [HOUR - 1, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - 1, '23h ago'],
  [DAY, '1d ago'],
  [7 * DAY - 1, '6d ago'],
])('an age of %i ms is formatted as %s', (ageMs, text) => {
  expect(formatRelativeTime(NOW_MS - ageMs, NOW_MS)).toBe(text)
})

test('from seven days on it is a date of the locale', () => {
  const timeMs = NOW_MS - 7 * DAY
  expect(formatRelativeTime(timeMs, NOW_MS)).toBe(new Date(timeMs).toLocaleDateString())
})

test('a time after the latest known block is just now', () => {
  expect(formatRelativeTime(NOW_MS + 5 * SECOND, NOW_MS)).toBe('Just now')
})
