import { expect, test } from 'vitest'
import { findEncodingProblem } from './find-encoding-problem.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) =>
  Uint8Array.from([...text].flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8]))
const swap = (bytes: Uint8Array) => bytes.map((_, index) => bytes[index ^ 1] ?? 0)
const FINE = utf8('{"a": 1}\n')

test.each([
  '',
  '\n',
  '{"a": "ü😀"}\r\n{}\r\n',
  '{"a": "\\ud83d\\ude00", "b": "\\\\ud83d", "c": "\\\\\\\\ud83d", "d": "\\u00e9"}',
  '{"a": "inside \ufeff"}',
])('%j is UTF-8', (text) => {
  expect(findEncodingProblem(utf8(text))).toBeNull()
})

test.each<[string, Uint8Array, string]>([
  ['a byte order mark', utf8('\ufeff{}'), 'begins with a byte order mark: save the file as UTF-8'],
  ['UTF-16 of Windows', utf16('\ufeff{}'), 'is not UTF-8 but UTF-16: save the file as UTF-8'],
  ['UTF-16 in the other order', swap(utf16('\ufeff{}')), 'is not UTF-8 but UTF-16'],
  ['UTF-16 without a mark', utf16('{"a"}'), 'is not UTF-8 but UTF-16'],
  ['the same in the other order', swap(utf16('{"a"}')), 'is not UTF-8 but UTF-16'],
  ['UTF-32', Uint8Array.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'is not UTF-8 but UTF-16'],
  ['a NUL', utf8('{"a": "x\0"}'), 'has a NUL (U+0000)'],
  ['a NUL at the start', utf8('\0{"a": 1}'), 'has a NUL (U+0000)'],
  ['Latin-1', Uint8Array.from([0x22, 0xfc, 0x22]), 'is not UTF-8: save the file as UTF-8'],
  ['a cut character', utf8('ü').subarray(0, 1), 'is not UTF-8: save the file as UTF-8'],
  ['raw surrogates', Uint8Array.from([0xed, 0xa0, 0x80]), 'is not UTF-8: save the file as UTF-8'],
  ['a first half', utf8('{"a": "\\ud83d"}'), 'has \\ud83d, a half of a character'],
  ['two first halves', utf8('"\\ud83d\\ud83d\\ude00"'), 'has \\ud83d, a half of a character'],
  ['a second half', utf8('"\\\\\\uDE00"'), 'has \\uDE00, a half of a character'],
])('%s is named with its line', (_, wrong, problem) => {
  const found = findEncodingProblem(Uint8Array.from([...FINE, ...FINE, ...wrong]))
  expect(found).toEqual({ line: 3, problem: expect.stringContaining(problem) })
  expect(findEncodingProblem(wrong)).toMatchObject({ line: 1 })
  const afterOtherEnds = Uint8Array.from([...utf8('\r{}\r\n{}\r\r'), ...wrong])
  expect(findEncodingProblem(afterOtherEnds)).toMatchObject({ line: 5 })
})
