import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDecimal, formatUfix64, parseUfix64 } from './amount.ts'

const MAX_UFIX64 = 2n ** 64n - 1n

describe('an amount', () => {
  test('is the same after it was written and read', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_UFIX64 }), (units) => {
        expect(parseUfix64(formatUfix64(units))).toBe(units)
        expect(parseUfix64(formatDecimal(units).replace(/^\d+$/, '$&.0'))).toBe(units)
      }),
    )
  })

  test.each([
    ['0.0', 0n],
    ['1.0', 100_000_000n],
    ['12.5', 1_250_000_000n],
    ['0.00000001', 1n],
    ['184467440737.09551615', MAX_UFIX64],
  ])('%s is %s units', (text, units) => {
    expect(parseUfix64(text)).toBe(units)
  })

  test.each([
    [0n, '0.00000000', '0'],
    [1n, '0.00000001', '0.00000001'],
    [1_250_000_000n, '12.50000000', '12.5'],
    [1_000_000_000n, '10.00000000', '10'],
    [10_000_000_000n, '100.00000000', '100'],
  ])('of %s units is written %s, and shown as %s', (units, full, short) => {
    expect(formatUfix64(units)).toBe(full)
    expect(formatDecimal(units)).toBe(short)
  })

  test.each(['', '1', '1.', '.1', '-1.0', '1.123456789', '1.0 ', 'x1.0', '1e5', '1,0'])(
    'is not %j',
    (text) => {
      expect(() => parseUfix64(text)).toThrow(
        new TypeError(`'${text}' is not a UFix64 such as 1.0`),
      )
    },
  )
})
