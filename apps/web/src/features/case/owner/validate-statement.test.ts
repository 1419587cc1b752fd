import { expect, test } from 'vitest'
import { validateStatement } from './validate-statement.ts'

test.each([
  ['  ', 'Write something first'],
  ['a'.repeat(281), 'The statement must be at most 280 characters'],
  ['See www.example.org', 'The statement must not have links, mail addresses or hidden characters'],
  [` ${'a'.repeat(280)} `, null],
])('the statement %j of an owner is judged', (text, problem) =>
  expect(validateStatement(text)).toBe(problem),
)
