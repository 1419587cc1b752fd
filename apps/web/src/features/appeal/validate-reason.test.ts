import { expect, test } from 'vitest'
import { validateReason } from './validate-reason.ts'

test.each([
  ['', 'Reason must be at least 20 characters'],
  [`  ${'a'.repeat(19)}  `, 'Reason must be at least 20 characters'],
  ['a'.repeat(1001), 'Reason must be at most 1000 characters'],
  [
    'Proof is at https://example.org/proof',
    'Reason must not have links, mail addresses or hidden characters',
  ],
  [
    'Ask me: owner@example.org, please',
    'Reason must not have links, mail addresses or hidden characters',
  ],
  ['a'.repeat(20), null],
])('the reason %j of an appeal is judged', (reason, problem) =>
  expect(validateReason(reason)).toBe(problem),
)
