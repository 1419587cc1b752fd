import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import type { ConsentContext } from './consent-message.ts'
import { buildOwnerStatementMessage } from './owner-statement.ts'

const context: ConsentContext = {
  contract: toAddress('0xf8d6e0586b0a20c7'),
  network: 'testnet',
  address: toAddress('0x179b6b1cb6755e31'),
  sequence: 2n,
  validUntil: BigInt(Date.UTC(2026, 10, 23, 12) / 1_000),
}
const statement = { caseId: 'case-7', textHash: 'ab'.repeat(32) }

test('a statement contains its case, the hash of its text, owner, contract, number and expiry', () => {
  expect(buildOwnerStatementMessage(context, statement)).toBe(
    [
      'Dharma Guard owner statement',
      'Contract: 0xf8d6e0586b0a20c7',
      'Network: testnet',
      'Case: case-7',
      `Text SHA-256: ${'ab'.repeat(32)}`,
      'Owner: 0x179b6b1cb6755e31',
      'Sequence: 2',
      'Valid until: 2026-11-23 12:00 UTC',
    ].join('\n'),
  )
})

test('a statement is rejected when the end of validity is not a whole minute', () => {
  const validUntil = context.validUntil + 1n
  expect(() => buildOwnerStatementMessage({ ...context, validUntil }, statement)).toThrow(
    'is not a whole minute',
  )
})
