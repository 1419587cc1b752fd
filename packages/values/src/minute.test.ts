import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMinute } from './minute.ts'

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
