import { expect, test } from 'vitest'
import { formatCountdown, formatDuration, formatRelativeTime } from './format-time.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-5_000, 'Just now'],
  [MINUTE - 1, 'Just now'],
  [MINUTE, '1m ago'],
  [HOUR - 1, '59m ago'],
  [HOUR, '1h ago'],
  [DAY - 1, '23h ago'],
  [DAY, '1d ago'],
  [7 * DAY - 1, '6d ago'],
  [7 * DAY, '3 Mar 2026'],
])('an age of %i ms is formatted as %s', (ageMs, text) => {
  expect(formatRelativeTime(NOW - ageMs, NOW)).toBe(text)
})

test.each([
  [3 * HOUR + 12 * MINUTE, '3 h 12 m'],
  [24 * HOUR - 1, '23 h 59 m'],
  [2 * DAY + 5 * HOUR + 59 * MINUTE, '2 d 5 h'],
  [7 * DAY, '7 d'],
  [DAY + 59 * MINUTE, '1 d'],
  [MINUTE, '1 m'],
  [MINUTE - 1, 'less than a minute'],
])('%i ms are formatted as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test.each([
  ['Voting ends', NOW + 3 * HOUR + 12 * MINUTE, 'Voting ends in 3 h 12 m'],
  ['Voting ends', NOW, 'Voting ends now'],
  ['Voting ends', NOW - HOUR, 'Voting ends now'],
  ['Can be executed from', NOW + HOUR, 'Can be executed from 10 Mar 2026, 13:00 UTC'],
])('%s at %i reads: %s', (text, atMs, countdown) => {
  expect(formatCountdown(text, atMs, NOW)).toBe(countdown)
})
