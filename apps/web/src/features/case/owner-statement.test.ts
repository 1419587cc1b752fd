import { expect, test } from 'vitest'
import { validateStatement } from './owner-statement.tsx'

test.each([
  ['  ', 'Write something first'],
  ['a'.repeat(281), 'The statement must be at most 280 characters'],
  ['\u3164'.repeat(20), 'Write something first'],
  [
    'It was me\u3164',
    'The statement must not have hidden or control characters: its character 10 is U+3164',
  ],
  ['😀'.repeat(280), null],
  [` ${'a'.repeat(280)} `, null],
])('the statement %j of an owner is judged', (text, problem) =>
  expect(validateStatement(text)).toBe(problem),
)
