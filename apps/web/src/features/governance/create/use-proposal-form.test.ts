import { expect, test } from 'vitest'
import { validateProposal } from './use-proposal-form.ts'

const proposal = {
  targetAddress: '0x179b6b1cb6755e31',
  action: 'freeze',
  reason: 'x'.repeat(20),
} as const

test.each(['x'.repeat(20), ` \uFEFF${'😀 '.repeat(20)}\r\n\u200F`])(
  'a proposal with an address and a reason of 20 characters is valid: %j',
  (reason) => expect(validateProposal({ ...proposal, reason })).toBeNull(),
)

test.each(['179B6B1CB6755E31', ' 0x179b6b1cb6755e31 ', 'https://example.org/0x179b6b1cb6755e31'])(
  'the address %j is understood',
  (targetAddress) => expect(validateProposal({ ...proposal, targetAddress })).toBeNull(),
)

test.each(['', '0x179b', '0x179b6b1cb6755e3g', 'alice'])(
  'the address %j is invalid',
  (targetAddress) =>
    expect(validateProposal({ ...proposal, targetAddress })).toBe('Invalid Flow address format'),
)

test.each([
  ['x'.repeat(19), 'Reason must be at least 20 characters'],
  [' '.repeat(30), 'Reason must be at least 20 characters'],
  ['😀'.repeat(19), 'Reason must be at least 20 characters'],
  ['👨‍👩‍👧'.repeat(19), 'Reason must be at least 20 characters'],
  [`${'x '.repeat(19)}\u2800\u00AD`, 'Reason must be at least 20 characters'],
  ['😀'.repeat(1001), 'Reason must be at most 1000 characters'],
  [`${'x'.repeat(20)}\ud800`, 'lone surrogate'],
  ['Proof is at https://example.org/proof', 'must not have links'],
])('the reason %j is invalid', (reason, problem) => {
  expect(validateProposal({ ...proposal, reason })).toContain(problem)
})
