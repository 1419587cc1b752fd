import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findJsonError } from './find-json-error.ts'

it('names what is missing, and where', () => {
  expect(findJsonError('{\n  "a": 1,\n}')).toBe(
    'expected a name in double quotes at line 3, column 1',
  )
})

it.each([
  ['a long text', `"${'x'.repeat(90_000_000)}`],
  ['many escapes', `"${'\\\\'.repeat(10_000_000)}`],
])('of %s without an end is found', (_, text) => {
  expect(findJsonError(text)).toBe('expected a value at line 1, column 1')
})

it('finds an error exactly in what the engine does not read as JSON', () => {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('', ',', '"', '}', ']', '[', '{', ':', '0', '\\', ' ', 'e'),
  )
  const almost = fc.tuple(fc.json(), fc.array(change, { maxLength: 2 })).map(([json, changes]) =>
    changes.reduce((text, [place, part]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + part + text.slice(at + 1)
    }, json),
  )
  fc.assert(
    fc.property(fc.oneof(almost, fc.string()), (text) => {
      expect(findJsonError(text) === null).toBe(isJson(text))
    }),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
