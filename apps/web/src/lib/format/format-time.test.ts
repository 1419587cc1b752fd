import { expect, test } from 'vitest'
import { formatCountdown, formatDuration, formatRelativeTime } from './format-time.ts'

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

test('from seven days on it is a date, in the style of all others', () => {
  expect(formatRelativeTime(NOW_MS - 7 * DAY, NOW_MS)).toBe('3 Mar 2026')
})

test('a time after the latest known block is just now', () => {
  expect(formatRelativeTime(NOW_MS + 5 * SECOND, NOW_MS)).toBe('Just now')
})

const NOW = Date.UTC(2026, 2, 10, 12)

test.each([
  [3 * HOUR + 12 * MINUTE, '3 h 12 m'],
  [24 * HOUR - 1, '23 h 59 m'],
  [2 * DAY + 5 * HOUR + 59 * MINUTE, '2 d 5 h'],
  [7 * DAY, '7 d'],
  [DAY + 59 * MINUTE, '1 d'],
  [HOUR, '1 h'],
  [MINUTE, '1 m'],
  [MINUTE - 1, 'less than a minute'],
])('%i ms are formatted as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test.each([
  [NOW + 3 * HOUR + 12 * MINUTE, 'Voting ends in 3 h 12 m'],
  [NOW + 1, 'Voting ends in less than a minute'],
  [NOW, 'Voting ends now'],
  [NOW - HOUR, 'Voting ends now'],
])('the end of voting at %i reads: %s', (atMs, text) => {
  expect(formatCountdown('Voting ends', atMs, NOW)).toBe(text)
})

test('a text that ends with a preposition is continued by a date', () => {
  const text = formatCountdown('Can be executed from', NOW + HOUR, NOW)
  expect(text).toMatch(/^Can be executed from .*2026/)
})
