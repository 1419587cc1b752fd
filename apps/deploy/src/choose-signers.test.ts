import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { chooseSigners } from './choose-signers.ts'

const address = toAddress('f8d6e0586b0a20c7')
const getPrivateKey = (index: number): string => `${index + 1}`.repeat(64)

const P256 = { signatureAlgorithm: 'ECDSA_P256', hashAlgorithm: 'SHA3_256' } as const
const SECP256K1 = { signatureAlgorithm: 'ECDSA_secp256k1', hashAlgorithm: 'SHA2_256' } as const

const derivePublicKey = (index: number, algorithms: typeof P256 | typeof SECP256K1): string =>
  createSigner({ address, keyIndex: 0, privateKeyHex: getPrivateKey(index), ...algorithms })
    .publicKeyHex

/** Builds an account with a key for each of `weights`; `changes` are by index. */
function buildAccount(weights: number[], changes: Record<number, Partial<AccountKey>> = {}) {
  const keys = weights.map((weight, index): AccountKey => {
    const key = { index, publicKeyHex: derivePublicKey(index, P256), weight, ...P256 }
    return { ...key, isRevoked: false, sequenceNumber: 0, ...changes[index] }
  })
  return { address, balanceUnits: 0n, keys }
}

const choose = (account: ReturnType<typeof buildAccount>, ...indexes: number[]) =>
  chooseSigners(account, { privateKeysHex: indexes.map(getPrivateKey), source: 'KEYS' })

const SAME_KEY = { publicKeyHex: derivePublicKey(0, P256) }

test.each([
  ['a key of full weight signs alone', buildAccount([500, 1000]), [0, 1], [1]],
  ['keys with enough total weight all sign', buildAccount([500, 500, 500]), [0, 2], [0, 2]],
  [
    'of a key with several indexes the heaviest signs that is not revoked',
    buildAccount([1, 1, 1], {
      0: { isRevoked: true, weight: 1000 },
      2: { ...SAME_KEY, weight: 1000 },
    }),
    [0],
    [2],
  ],
  [
    'a key on the other curve signs',
    buildAccount([1000], { 0: { ...SECP256K1, publicKeyHex: derivePublicKey(0, SECP256K1) } }),
    [0],
    [0],
  ],
])('%s', (_, account, given, signing) => {
  expect(choose(account, ...given).map(({ keyIndex }) => keyIndex)).toEqual(signing)
})

test.each([
  ['the same key twice', buildAccount([500, 500]), [1, 1], 'KEYS weigh 500 of the 1000 required'],
  ['a revoked key', buildAccount([1000, 1000], { 1: { isRevoked: true } }), [1], 'Key 1 of 0xf8'],
  ['a strange key', buildAccount([1000]), [1], /^(?!.*222).*belongs to none of the 1 keys/],
])('%s throws without the key in the message', (_, account, given, sentence) => {
  expect(() => choose(account, ...given)).toThrow(sentence)
})
