import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatMinute, formatPeriod, formatTime, formatWait, isRecent } from './time.ts'

const LAST_OF_YEAR_9999 = 253_402_300_799n

describe('formatMinute', () => {
  test('equals the beginning of the ISO text of any second up to the year 9999', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: LAST_OF_YEAR_9999 }), (seconds) => {
        const iso = new Date(Number(seconds) * 1_000).toISOString()
        expect(formatMinute(seconds)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`)
      }),
    )
  })

  test.each([
    [0n, '1970-01-01 00:00 UTC'],
    [951_782_399n, '2000-02-28 23:59 UTC'],
    [951_782_400n, '2000-02-29 00:00 UTC'],
    [4_107_542_399n, '2100-02-28 23:59 UTC'],
    [4_107_542_400n, '2100-03-01 00:00 UTC'],
  ])('formats %s seconds as %s', (seconds, text) => {
    expect(formatMinute(seconds)).toBe(text)
  })

  test.each([-1n, 10n ** 18n])('rejects %s seconds', (seconds) => {
    expect(() => formatMinute(seconds)).toThrow(
      new RangeError(`${seconds} Unix seconds are before 1970 or beyond the range of Date`),
    )
  })
})

test('a time that people read has its month as a word, and is cut to the minute', () => {
  expect(formatTime(Date.UTC(2026, 8, 3, 9, 6, 59))).toBe('3 Sep 2026, 09:06 UTC')
})

test.each([
  [604_800, '7 days'],
  [86_400, '24 hours'],
  [3_600, '60 minutes'],
  [90, '90 seconds'],
  [0, '0 seconds'],
])('formats %i seconds as %s', (seconds, text) => expect(formatPeriod(seconds)).toBe(text))

test.each([
  [71_234, '20 hours'],
  [86_400, '24 hours'],
  [7_200, '2 hours'],
  [7_199, '2 hours'],
  [3_599, '60 minutes'],
  [61, '2 minutes'],
  [1, '60 seconds'],
])('formats a wait of %i seconds as %s', (seconds, text) => expect(formatWait(seconds)).toBe(text))

it.each([
  [Number.NEGATIVE_INFINITY, false],
  [900, false],
  [901, true],
  [1_000, true],
  [1_001, false],
])('at 1,000, with 100 allowed, %i is recent: %s', (atMs, expected) => {
  expect(isRecent(atMs, 1_000, 100)).toBe(expected)
})
