import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CanonicalValue, toCanonicalJson } from './canonical-json.ts'

describe('toCanonicalJson', () => {
  test('orders keys by UTF-16 code units, as the example of RFC 8785 does', () => {
    const value = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    }
    const names = [...toCanonicalJson(value).matchAll(/:"([A-Z][a-z]+)/g)].map(([, name]) => name)
    expect(names).toEqual(['Carriage', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew'])
  })

  test('writes numbers and strings as the first example of RFC 8785 does', () => {
    const value = {
      numbers: JSON.parse('[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]'),
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(toCanonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('writes amounts as decimal strings', () => {
    expect(toCanonicalJson({ units: 2n ** 80n })).toBe('{"units":"1208925819614629174706176"}')
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'throws for %d, which JSON cannot represent',
    (number) => {
      expect(() => toCanonicalJson([number])).toThrow(TypeError)
    },
  )

  test('parses back to the same value and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toCanonicalJson(value as CanonicalValue)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(toCanonicalJson(reverseKeys(value) as CanonicalValue)).toBe(text)
      }),
    )
  })
})

/** The same value with the keys of each object in reverse order. */
function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  return Object.fromEntries(entries.map(([key, inner]) => [key, reverseKeys(inner)]))
}
