import { expect, test } from 'vitest'
import { describeDecision } from './describe-decision.ts'

test.each([
  ['accusation', 'upheld', 'The appeal was upheld: the owner was right.'],
  ['accusation', 'denied', 'The appeal was denied.'],
  ['freeze', 'undecided', 'Too few voted on the appeal to decide it.'],
  ['freeze', 'open', 'A vote froze the wallet to protect it.'],
  ['accusation', 'open', 'A vote has been held, and the case is open.'],
  ['freeze', 'lapsed', 'The freeze by vote has ended.'],
] as const)('of a case of the kind %s that is %s: %s', (kind, outcome, text) => {
  expect(describeDecision({ kind, outcome })).toBe(text)
})
