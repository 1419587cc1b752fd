import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { SigningError } from '../../lib/wallet-session.ts'
import { findAccountProof, parseUserSignatures } from './parse-signatures.ts'

const ALICE = toAddress('0x179b6b1cb6755e31')
const signature = 'ab'.repeat(64)
const own = { f_type: 'CompositeSignature', addr: '179b6b1cb6755e31', keyId: 0, signature }

test('signatures of several keys are returned without the rest of the answer', () => {
  const second = { addr: ALICE, keyId: '2', signature: `0x${signature}` }
  expect(parseUserSignatures([own, second], ALICE)).toEqual([
    { keyId: 0, signature },
    { keyId: 2, signature },
  ])
})

test.each([
  new Error('Declined: User declined'),
  new Error('Declined: No reason supplied'),
  'Declined: Externally Halted',
  'Declined: Aborted',
  'Provider for external topic not found after 5 seconds',
])("the wallet's own sentence is shown: %s", (result) => {
  const text = result instanceof Error ? result.message : result
  expect(() => parseUserSignatures(result, ALICE)).toThrow(new SigningError(text))
})

test.each([
  ['Declined: No reason supplied.', 'Declined: No reason supplied'],
  ['Declined:  ', 'Declined: No reason supplied'],
  ['Externally Halted', 'Declined: Externally Halted'],
  [
    'Provider for external topic 1f2e not found after 5 seconds',
    'Provider for external topic not found after 5 seconds',
  ],
])("FCL's %j is shown as %j", (message, shown) => {
  for (const result of [message, new Error(message)]) {
    expect(() => parseUserSignatures(result, ALICE)).toThrow(new SigningError(shown))
  }
})

test.each([
  undefined,
  null,
  '',
  {},
  [],
  [null],
  [{ ...own, signature: 'ab' }],
  [{ ...own, keyId: 'first' }],
  [{ ...own, addr: '0xf3fcd2c1a78f5eee' }],
  [own, { ...own, addr: '0xf3fcd2c1a78f5eee' }],
])('%j is no signature of the connected account', (result) => {
  expect(() => parseUserSignatures(result, ALICE)).toThrow('did not return a signature of 0x179b')
})

const nonce = '0a'.repeat(32)
const proof = { type: 'account-proof', data: { nonce, signatures: [own] } }

test('the proof of a log-in is found among the services of the wallet', () => {
  const user = { addr: ALICE, loggedIn: true, services: [{ type: 'authn' }, proof] }
  const signatures = [{ keyId: 0, signature }]
  expect(findAccountProof(user, nonce)).toEqual({ address: ALICE, nonce, signatures })
})

test.each([
  [],
  [{ type: 'account-proof' }],
  [{ ...proof, data: { nonce: 'another', signatures: [own] } }],
  [{ ...proof, data: { nonce, signatures: [] } }],
])('a wallet without a proof of this log-in has none', (...services) => {
  expect(findAccountProof({ addr: ALICE, loggedIn: true, services }, nonce)).toBeNull()
})
