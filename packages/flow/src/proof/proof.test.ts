import { toAddress } from '@app/values/address.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createSigner, type Signer } from '../keys/create-signer.ts'
import type { Account, AccountKey } from '../read/chain.ts'
import { encodeAccountProof, verifyAccountProof } from './account-proof.ts'
import { signUserMessage, verifyUserMessage } from './verify-signatures.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const full = signer(0)
const half = signer(1)
const otherHalf = signer(2)
const revoked = signer(3)
const stranger = createSigner({ address: ADDRESS, keyIndex: 0, privateKeyHex: '9'.repeat(64) })

const account: Account = {
  address: ADDRESS,
  balanceUnits: 0n,
  keys: [
    toAccountKey(full, { weight: 1000 }),
    toAccountKey(half, { weight: 500 }),
    toAccountKey(otherHalf, { weight: 500 }),
    toAccountKey(revoked, { weight: 1000, isRevoked: true }),
  ],
}

const MESSAGE = 'Dharma Guard: vote for proposal 7, sequence 1'
const sign = (...signers: Signer[]) => signers.map((each) => signUserMessage(each, MESSAGE))
const verdict = (signatures: ReturnType<typeof sign>) =>
  verifyUserMessage(account, MESSAGE, signatures)

describe('verifyUserMessage', () => {
  test('accepts a key of full weight, and several keys that reach it together', () => {
    expect(verdict(sign(full))).toEqual({ isValid: true })
    expect(verdict(sign(half, otherHalf))).toEqual({ isValid: true })
    expect(verdict(sign(full).map((s) => ({ ...s, addr: '179B6B1CB6755E31' })))).toEqual({
      isValid: true,
    })
  })

  test.each([
    ['no signature', [], 'the keys that signed weigh 0 of 1000'],
    ['half the weight', sign(half), 'the keys that signed weigh 500 of 1000'],
    ['the same key twice', sign(half, half), `key 1 of ${ADDRESS} signed twice`],
    ['a revoked key', sign(revoked), `key 3 of ${ADDRESS} is revoked`],
    ["a stranger's key", sign(stranger), `key 0 of ${ADDRESS} did not sign this`],
    ['one wrong beside one right', sign(half, stranger), `key 0 of ${ADDRESS} did not sign this`],
    ['a key that is not there', sign(signer(9)), `key 9 of ${ADDRESS} is not the account's`],
    [
      'another account',
      sign(full).map((s) => ({ ...s, addr: '0xf3fcd2c1a78f5eee' })),
      "key 0 of 0xf3fcd2c1a78f5eee is not the account's",
    ],
  ])('rejects %s', (_, signatures, reason) => {
    expect(verdict(signatures)).toEqual({ isValid: false, reason })
  })

  test('rejects a signature over another message', () => {
    expect(verifyUserMessage(account, `${MESSAGE}0`, sign(full))).toMatchObject({ isValid: false })
  })
})

describe('verifyAccountProof', () => {
  const nonce = '75f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a'
  const proof = { appIdentifier: 'http://localhost:3000', address: ADDRESS, nonce }

  test('encodes the bytes that FCL lets wallets sign', () => {
    expect(bytesToHex(encodeAccountProof(proof))).toBe(
      '46434c2d4143434f554e542d50524f4f462d56302e3000000000000000000000f84095687474703a2f2f6c6f63616c686f73743a3330303088179b6b1cb6755e31a075f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a',
    )
  })

  test('accepts a proof only for its application, account and nonce', () => {
    const signature = bytesToHex(full.sign(encodeAccountProof(proof)))
    const signatures = [{ addr: ADDRESS, keyId: 0, signature }]
    const check = (change: Partial<typeof proof>) =>
      verifyAccountProof(account, { ...proof, ...change }, signatures)
    expect(check({})).toEqual({ isValid: true })
    expect(check({ appIdentifier: 'http://evil.example' })).toMatchObject({ isValid: false })
    expect(check({ nonce: nonce.replace('75', '76') })).toMatchObject({ isValid: false })
    expect(check({ address: toAddress('0xf3fcd2c1a78f5eee') })).toEqual({
      isValid: false,
      reason: `the proof is of 0xf3fcd2c1a78f5eee, not ${ADDRESS}`,
    })
    expect(check({ nonce: 'ab' })).toEqual({
      isValid: false,
      reason: 'the nonce is not at least 32 bytes in hex',
    })
  })

  test('a user message is not an account proof', () => {
    const signatures = [signUserMessage(full, 'anything')]
    expect(verifyAccountProof(account, proof, signatures)).toMatchObject({ isValid: false })
  })
})

function signer(keyIndex: number): Signer {
  const privateKeyHex = String(keyIndex + 1).padStart(64, '7')
  return createSigner({ address: ADDRESS, keyIndex, privateKeyHex })
}

function toAccountKey(key: Signer, rest: Partial<AccountKey>): AccountKey {
  return {
    index: key.keyIndex,
    publicKeyHex: key.publicKeyHex,
    signatureAlgorithm: 'ECDSA_P256',
    hashAlgorithm: 'SHA3_256',
    weight: 1000,
    isRevoked: false,
    sequenceNumber: 0,
    ...rest,
  }
}
