import { toAddress } from '@app/values/address.ts'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createSigner, type HashAlgorithm, type SignatureAlgorithm } from '../keys/create-signer.ts'
import type { Account, AccountKey } from '../read/chain.ts'
import { encodeAccountProof, verifyAccountProof } from './account-proof.ts'
import { signUserMessage, verifyUserMessage } from './verify-signatures.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const MESSAGE = 'Dharma Guard: vote for proposal 7, sequence 1'
const ORDERS = {
  ECDSA_P256: p256.Point.Fn.ORDER,
  ECDSA_secp256k1: secp256k1.Point.Fn.ORDER,
}
const KINDS: [SignatureAlgorithm, HashAlgorithm][] = [
  ['ECDSA_P256', 'SHA2_256'],
  ['ECDSA_P256', 'SHA3_256'],
  ['ECDSA_secp256k1', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA3_256'],
]

function createKey(index: number, weight: number, [curve, hash] = KINDS[1]!) {
  const algorithms = { signatureAlgorithm: curve, hashAlgorithm: hash }
  const privateKeyHex = String(index + 1).padStart(64, '7')
  const signer = createSigner({ address: ADDRESS, keyIndex: index, privateKeyHex, ...algorithms })
  const { publicKeyHex } = signer
  const state = { index, publicKeyHex, weight, isRevoked: false, sequenceNumber: 0 }
  const onAccount: AccountKey = { ...state, ...algorithms }
  return { signer, onAccount, sign: (message = MESSAGE) => signUserMessage(signer, message) }
}

const toAccount = (...keys: AccountKey[]): Account => ({ address: ADDRESS, balanceUnits: 0n, keys })

describe.each(KINDS)('a key of %s with %s', (...kind) => {
  const key = createKey(0, 1000, kind)
  const good = key.sign()
  const check = (signature: string, onAccount: AccountKey = key.onAccount) =>
    verifyUserMessage(toAccount(onAccount), MESSAGE, [{ ...good, signature }]).isValid

  test('has two valid forms of a signature, as on the chain', () => {
    const s = BigInt(`0x${good.signature.slice(64)}`)
    const other = (ORDERS[kind[0]] - s).toString(16).padStart(64, '0')
    expect(check(good.signature)).toBe(true)
    expect(check(good.signature.slice(0, 64) + other)).toBe(true)
    expect(check(good.signature.toUpperCase())).toBe(true)
  })

  test.each([
    ['nothing', () => ''],
    ['63 bytes', (text: string) => text.slice(2)],
    ['65 bytes', (text: string) => `${text}00`],
    ['no hex', (text: string) => `zz${text.slice(2)}`],
    ['s of zero', (text: string) => text.slice(0, 64) + '0'.repeat(64)],
    ['r of zero', (text: string) => '0'.repeat(64) + text.slice(64)],
    ['s beyond the order', (text: string) => text.slice(0, 64) + 'f'.repeat(64)],
    ['one bit changed', (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')],
  ])('does not sign with %s', (_, change) => {
    expect(check(change(good.signature))).toBe(false)
  })

  test('does not sign under another algorithm, or an unknown one', () => {
    for (const [signatureAlgorithm, hashAlgorithm] of [...KINDS, ['BLS', 'SHA2_384'] as const]) {
      const isOwn = signatureAlgorithm === kind[0] && hashAlgorithm === kind[1]
      const other = { ...key.onAccount, signatureAlgorithm, hashAlgorithm }
      expect(check(good.signature, other)).toBe(isOwn)
    }
  })
})

describe('the signatures of an account', () => {
  const full = createKey(0, 1000)
  const half = createKey(1, 500)
  const otherHalf = createKey(2, 500, KINDS[2])
  const revoked = createKey(3, 1000)
  const stranger = { ...createKey(8, 1000).sign(), keyId: 0 }
  const account = toAccount(full.onAccount, half.onAccount, otherHalf.onAccount, {
    ...revoked.onAccount,
    isRevoked: true,
  })
  const verdict = (...signatures: ReturnType<typeof full.sign>[]) =>
    verifyUserMessage(account, MESSAGE, signatures)

  test('are one of full weight, or several that reach it together, whatever their algorithms', () => {
    expect(verdict(full.sign())).toEqual({ isValid: true })
    expect(verdict(half.sign(), otherHalf.sign())).toEqual({ isValid: true })
    expect(verdict({ ...full.sign(), addr: '179B6B1CB6755E31' })).toEqual({ isValid: true })
  })

  test.each([
    ['none', [], 'the keys that signed weigh 0 of 1000'],
    ['half the weight', [half.sign()], 'the keys that signed weigh 500 of 1000'],
    ['the same key twice', [half.sign(), half.sign()], `key 1 of ${ADDRESS} signed twice`],
    ['a revoked key', [revoked.sign()], `key 3 of ${ADDRESS} is revoked`],
    ["a stranger's key", [stranger], `key 0 of ${ADDRESS} did not sign this`],
    ['one wrong of two', [half.sign(), stranger], `key 0 of ${ADDRESS} did not sign this`],
    ['a missing key', [createKey(9, 1).sign()], `key 9 of ${ADDRESS} is not the account's`],
    ['another message', [full.sign(`${MESSAGE}0`)], `key 0 of ${ADDRESS} did not sign this`],
    [
      'another account',
      [{ ...full.sign(), addr: '0xf3fcd2c1a78f5eee' }],
      "key 0 of 0xf3fcd2c1a78f5eee is not the account's",
    ],
  ])('are not %s', (_, signatures, reason) => {
    expect(verdict(...signatures)).toEqual({ isValid: false, reason })
  })

  const nonce = '75f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a'
  const proof = { appIdentifier: 'http://localhost:3000', address: ADDRESS, nonce }

  test('prove it in the bytes that FCL lets wallets sign', () => {
    expect(bytesToHex(encodeAccountProof(proof))).toBe(
      '46434c2d4143434f554e542d50524f4f462d56302e3000000000000000000000f84095687474703a2f2f6c6f63616c686f73743a3330303088179b6b1cb6755e31a075f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a',
    )
  })

  test('prove it only for its application, account and nonce, and are no user message', () => {
    const signature = bytesToHex(full.signer.sign(encodeAccountProof(proof)))
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
    expect(verdict(...signatures)).toMatchObject({ isValid: false })
    expect(verifyAccountProof(account, proof, [full.sign('anything')])).toMatchObject({
      isValid: false,
    })
  })
})
