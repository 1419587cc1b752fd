import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { FatalError } from '@app/values/errors.ts'
import { describe, expect, it } from 'vitest'
import { createTransactionSigners } from './outbox.ts'

const address = computeAddressAtIndex(50, 'local')
const privateKeyHex = '5a'.repeat(32)
const agent = { address, privateKeyHex }

const buildKey = (change: Partial<AccountKey>): AccountKey => ({
  index: 0,
  publicKeyHex: createSigner({ ...agent, keyIndex: 0 }).publicKeyHex,
  signatureAlgorithm: 'ECDSA_P256',
  hashAlgorithm: 'SHA3_256',
  weight: 1000,
  isRevoked: false,
  sequenceNumber: 3,
  ...change,
})

const buildAccount = (...keys: AccountKey[]): Account => ({ address, balanceUnits: 0n, keys })

describe('the agent’s private key', () => {
  it('signs with every account key that belongs to it, with index and sequence number', () => {
    const account = buildAccount(buildKey({}), buildKey({ index: 4, sequenceNumber: 9 }))
    const signers = createTransactionSigners(agent, account)
    expect(signers.map(({ signer }) => signer.keyIndex)).toEqual([0, 4])
    expect(signers.map(({ sequenceNumber }) => sequenceNumber)).toEqual([3, 9])
  })

  it('signs with keys of another curve too', () => {
    const options = { ...agent, keyIndex: 1, signatureAlgorithm: 'ECDSA_secp256k1' } as const
    const { publicKeyHex } = createSigner(options)
    const other = buildKey({ index: 1, publicKeyHex, signatureAlgorithm: 'ECDSA_secp256k1' })
    expect(createTransactionSigners(agent, buildAccount(other))).toHaveLength(1)
  })

  it.each([
    ['that is revoked', { isRevoked: true }],
    ['that does not speak for the account alone', { weight: 999 }],
    ['of somebody else', { publicKeyHex: 'ab'.repeat(64) }],
  ])('opens no key %s', (_, change) => {
    const account = buildAccount(buildKey({}), buildKey({ index: 1, ...change }))
    expect(createTransactionSigners(agent, account)).toHaveLength(1)
  })

  it('that matches no key throws an error without the key in its message', () => {
    const problem = () =>
      createTransactionSigners(agent, buildAccount(buildKey({ publicKeyHex: 'ab'.repeat(64) })))
    expect(problem).toThrow(FatalError)
    expect(problem).toThrow(/matches no key .* correct DHARMA_AGENT_KEY/)
    expect(problem).not.toThrow(privateKeyHex)
  })
})
