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
  ['Declined: User declined'],
  ['Declined: Externally Halted'],
  ['Declined: Aborted'],
  ['Provider for external topic not found after 5 seconds'],
  ['Declined: No reason supplied.', 'Declined: No reason supplied'],
  ['Declined:  ', 'Declined: No reason supplied'],
  ['Externally Halted', 'Declined: Externally Halted'],
  [
    'Provider for external topic 1f2e not found after 5 seconds',
    'Provider for external topic not found after 5 seconds',
  ],
])(
  'what the wallet says is shown in the words of the wallet layer: %s',
  (message, shown = message) => {
    for (const result of [message, new Error(message)]) {
      expect(() => parseUserSignatures(result, ALICE)).toThrow(new SigningError(shown))
    }
  },
)

const foreign = { ...own, addr: '0xf3fcd2c1a78f5eee' }
test.each([
  ...[undefined, null, '', {}, [], [null], [foreign], [own, foreign]],
  ...[[{ ...own, signature: 'ab' }], [{ ...own, keyId: 'first' }]],
])('%j is no signature of the connected account', (result) => {
  expect(() => parseUserSignatures(result, ALICE)).toThrow('did not return a signature of 0x179b')
})

test('the proof of a log-in is found among the services of the wallet, where it is of this log-in', () => {
  const nonce = '0a'.repeat(32)
  const find = (data?: object) => {
    const services = [{ type: 'authn' }, { type: 'account-proof', data }]
    return findAccountProof({ addr: ALICE, loggedIn: true, services }, nonce)
  }
  const signatures = [{ keyId: 0, signature }]
  expect(find({ nonce, signatures: [own] })).toEqual({ address: ALICE, nonce, signatures })
  expect(find()).toBeNull()
  expect(find({ nonce: 'another', signatures: [own] })).toBeNull()
  expect(find({ nonce, signatures: [] })).toBeNull()
})
