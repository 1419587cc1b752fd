import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { expect, test } from 'vitest'
import { chooseSigners } from './choose-signers.ts'

const address = toAddress('f8d6e0586b0a20c7')
const PRIVATE_KEYS = ['1', '2', '3'].map((digit) => digit.repeat(64))

/** Builds an account with a key for each of `weights`; `changes` are by index. */
function buildAccount(weights: number[], changes: Record<number, Partial<AccountKey>> = {}) {
  const keys = weights.map((weight, index): AccountKey => {
    const algorithms = { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' } as const
    const { publicKeyHex } = createSigner({
      address,
      keyIndex: index,
      privateKeyHex: privateKeyAt(index),
      ...algorithms,
    })
    const key = { index, publicKeyHex, ...algorithms, weight, isRevoked: false, sequenceNumber: 0 }
    return { ...key, ...changes[index] }
  })
  return { address, balanceUnits: 0n, keys }
}

const privateKeyAt = (index: number): string => PRIVATE_KEYS[index] ?? ''
const selectPrivateKeys = (...indexes: number[]) => ({
  privateKeysHex: indexes.map(privateKeyAt),
  source: 'KEYS',
})

test('a key of full weight signs alone, even if other keys are given', () => {
  const signers = chooseSigners(buildAccount([500, 1000]), selectPrivateKeys(0, 1))
  expect(signers.map(({ keyIndex }) => keyIndex)).toEqual([1])
})

test('keys with enough total weight all sign', () => {
  const signers = chooseSigners(buildAccount([500, 500, 500]), selectPrivateKeys(0, 2))
  expect(signers.map(({ keyIndex }) => keyIndex)).toEqual([0, 2])
})

test('the same key given twice counts once', () => {
  expect(() => chooseSigners(buildAccount([500, 500]), selectPrivateKeys(1, 1))).toThrow(
    `The keys of KEYS weigh 500 of the 1000 required to sign for ${address}`,
  )
})

test('throws on a revoked key, with its index', () => {
  const account = buildAccount([1000, 1000], { 1: { isRevoked: true } })
  expect(() => chooseSigners(account, selectPrivateKeys(1))).toThrow(
    `Key 1 of ${address} is revoked`,
  )
})

test('if a key has several indexes, the one with the highest weight that is not revoked signs', () => {
  const { publicKeyHex = '' } = buildAccount([1000]).keys[0] ?? {}
  const account = buildAccount([1, 1, 1], {
    0: { isRevoked: true, weight: 1000 },
    2: { publicKeyHex, weight: 1000 },
  })
  expect(chooseSigners(account, selectPrivateKeys(0)).map(({ keyIndex }) => keyIndex)).toEqual([2])
})

test('finds a key on the other curve, and no message contains a key', () => {
  const secp = { signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA2_256' } as const
  const { publicKeyHex } = createSigner({
    address,
    keyIndex: 0,
    privateKeyHex: privateKeyAt(0),
    ...secp,
  })
  const account = buildAccount([1000], { 0: { ...secp, publicKeyHex } })
  expect(chooseSigners(account, selectPrivateKeys(0))).toHaveLength(1)
  expect(() => chooseSigners(account, selectPrivateKeys(1))).toThrow(
    /^(?!.*222).*belongs to none of the 1 keys/,
  )
})

test('throws a sentence on 64 digits that are not a private key', () => {
  const keys = { privateKeysHex: ['f'.repeat(64)], source: 'KEYS' }
  expect(() => chooseSigners(buildAccount([1000]), keys)).toThrow(
    new FatalError(`The private key of ${address} is not a valid ECDSA_P256 key in hex.`),
  )
})
