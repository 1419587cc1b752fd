import { expect, test } from 'vitest'
import { validateProposal } from './validate-proposal.ts'

const proposal = {
  targetAddress: '0x179b6b1cb6755e31',
  action: 'freeze',
  reason: 'x'.repeat(20),
} as const

test('a proposal with an address and a reason of 20 characters is valid', () => {
  expect(validateProposal(proposal)).toBeNull()
})

test.each(['', '179b6b1cb6755e31', '0x179b', '0x179b6b1cb6755e3g'])(
  'the address %j is invalid',
  (targetAddress) =>
    expect(validateProposal({ ...proposal, targetAddress })).toBe('Invalid Flow address format'),
)

test.each(['x'.repeat(19), ' '.repeat(30)])('the reason %j is invalid', (reason) => {
  expect(validateProposal({ ...proposal, reason })).toBe('Reason must be at least 20 characters')
})
