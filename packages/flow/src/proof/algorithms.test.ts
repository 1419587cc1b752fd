import { toAddress } from '@app/values/address.ts'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import type { Account, AccountKey } from '../read/chain.ts'
import { encodeAccountProof, verifyAccountProof } from './account-proof.ts'
import { verifyUserMessage } from './verify-signatures.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const MESSAGE = 'Dharma Guard vote\nProposal: 7'

const CURVES = { ECDSA_P256: p256, ECDSA_secp256k1: secp256k1 }
const HASHES = { SHA2_256: sha256, SHA3_256: sha3_256 }

type Curve = keyof typeof CURVES
type Hash = keyof typeof HASHES

const KINDS: [Curve, Hash][] = [
  ['ECDSA_P256', 'SHA2_256'],
  ['ECDSA_P256', 'SHA3_256'],
  ['ECDSA_secp256k1', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA3_256'],
]

/** A key that signs with the library alone. */
function createKey(index: number, [curveName, hashName]: [Curve, Hash], weight = 1000) {
  const curve = CURVES[curveName]
  const secret = new Uint8Array(32).fill(index + 1)
  const onAccount: AccountKey = {
    index,
    publicKeyHex: toHex(curve.getPublicKey(secret, false).subarray(1)),
    signatureAlgorithm: curveName,
    hashAlgorithm: hashName,
    weight,
    isRevoked: false,
    sequenceNumber: 0,
  }
  const sign = (bytes: Uint8Array) => {
    const digest = HASHES[hashName](bytes)
    const signature = toHex(curve.sign(digest, secret, { prehash: false, lowS: true }))
    return { addr: ADDRESS, keyId: index, signature }
  }
  return { onAccount, sign, order: curve.Point.Fn.ORDER }
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const toAccount = (...keys: AccountKey[]): Account => ({ address: ADDRESS, balanceUnits: 0n, keys })

function tagText(text: string): Uint8Array {
  const tag = Buffer.alloc(32)
  tag.write('FLOW-V0.0-user')
  return Buffer.concat([tag, Buffer.from(text)])
}

describe.each(KINDS)('a key of %s with %s', (curve, hash) => {
  const key = createKey(0, [curve, hash])
  const account = toAccount(key.onAccount)
  const good = key.sign(tagText(MESSAGE))
  const check = (signature: string, over: Account = account) =>
    verifyUserMessage(over, MESSAGE, [{ ...good, signature }]).isValid

  test('signs messages and account proofs', () => {
    expect(check(good.signature)).toBe(true)
    const nonce = 'ab'.repeat(32)
    const proof = { appIdentifier: 'http://localhost:3000', address: ADDRESS, nonce }
    const signatures = [key.sign(encodeAccountProof(proof))]
    expect(verifyAccountProof(account, proof, signatures)).toEqual({ isValid: true })
    expect(verifyUserMessage(account, MESSAGE, signatures).isValid).toBe(false)
  })

  test('has two valid forms of a signature, as on the chain', () => {
    const s = BigInt(`0x${good.signature.slice(64)}`)
    const high = (key.order - s).toString(16).padStart(64, '0')
    expect(check(good.signature.slice(0, 64) + high)).toBe(true)
    expect(check(good.signature.toUpperCase())).toBe(true)
  })

  test.each([
    ['nothing', () => ''],
    ['63 bytes', (text: string) => text.slice(2)],
    ['65 bytes', (text: string) => `${text}00`],
    ['half a byte more', (text: string) => `${text}0`],
    ['no hex', (text: string) => `zz${text.slice(2)}`],
    ['s of zero', (text: string) => text.slice(0, 64) + '0'.repeat(64)],
    ['r of zero', (text: string) => '0'.repeat(64) + text.slice(64)],
    ['s beyond the order', (text: string) => text.slice(0, 64) + 'f'.repeat(64)],
    ['r and s exchanged', (text: string) => text.slice(64) + text.slice(0, 64)],
    ['one bit changed', (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')],
  ])('does not sign with %s', (_, change) => {
    expect(check(change(good.signature))).toBe(false)
  })

  test('does not sign when revoked, nor under another algorithm', () => {
    const { onAccount } = key
    expect(check(good.signature, toAccount({ ...onAccount, isRevoked: true }))).toBe(false)
    for (const [signatureAlgorithm, hashAlgorithm] of KINDS) {
      const isOwn = signatureAlgorithm === curve && hashAlgorithm === hash
      const other = toAccount({ ...onAccount, signatureAlgorithm, hashAlgorithm })
      expect(check(good.signature, other)).toBe(isOwn)
    }
  })

  test.each(KINDS)('of half the weight signs together with one of %s and %s', (...other) => {
    const half = createKey(0, [curve, hash], 500)
    const rest = createKey(1, other, 500)
    const both = toAccount(half.onAccount, rest.onAccount)
    const [one, two] = [half.sign(tagText(MESSAGE)), rest.sign(tagText(MESSAGE))]
    const verdict = (...signatures: (typeof one)[]) => verifyUserMessage(both, MESSAGE, signatures)
    expect(verdict(one, two).isValid).toBe(true)
    expect(verdict(two, one).isValid).toBe(true)
    expect(verdict(one)).toMatchObject({ reason: 'the keys that signed weigh 500 of 1000' })
    expect(verdict(one, one)).toMatchObject({ reason: `key 0 of ${ADDRESS} signed twice` })
    expect(verdict(one, { ...one, keyId: 1 }).isValid).toBe(false)
    expect(verdict(one, two, two).isValid).toBe(false)
  })
})
