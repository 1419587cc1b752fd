import { expect, test } from 'vitest'
import { validateProposal } from './use-proposal-form.ts'

const targetAddress = '0x179b6b1cb6755e31'
const reason = 'x'.repeat(20)
const TOO_SHORT = 'Reason must be at least 20 characters'
const NO_ADDRESS = 'Invalid Flow address format'

// What else a text must not have is tested at `findTextProblem`.
test.each([
  [{ reason }, null],
  [{ reason: ` \uFEFF${'😀 '.repeat(20)}\r\n\u200F` }, null],
  [{ reason: 'x'.repeat(19) }, TOO_SHORT],
  [{ reason: '👨‍👩‍👧'.repeat(19) }, TOO_SHORT],
  [{ reason: ' '.repeat(30) }, TOO_SHORT],
  [{ targetAddress: '179B6B1CB6755E31' }, null],
  [{ targetAddress: `https://example.org/${targetAddress}` }, null],
  [{ targetAddress: '' }, NO_ADDRESS],
  [{ targetAddress: '0x179b6b1cb6755e3g' }, NO_ADDRESS],
  [{ targetAddress: 'alice' }, NO_ADDRESS],
])('of a proposal with %j is said: %s', (change, problem) => {
  const proposal = { targetAddress, action: 'freeze', reason, ...change } as const
  expect(validateProposal(proposal)).toBe(problem)
})
