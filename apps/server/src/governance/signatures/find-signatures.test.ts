import { createSigner } from '@app/flow/keys/create-signer.ts'
import { signUserMessage } from '@app/flow/proof/verify-signatures.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import { toAddress } from '@app/values/address.ts'
import { describe, expect, it } from 'vitest'
import { findSignatures } from './find-signatures.ts'

const TEXT = 'Dharma Guard vote\nProposal: 7'
const address = toAddress('0x179b6b1cb6755e31')

function createKey(index: number, more: Partial<AccountKey> = {}) {
  const signer = createSigner({
    address,
    keyIndex: index,
    privateKeyHex: `${index + 1}`.repeat(64),
    signatureAlgorithm: 'ECDSA_secp256k1',
    hashAlgorithm: 'SHA2_256',
  })
  const key: AccountKey = {
    index,
    publicKeyHex: signer.publicKeyHex,
    signatureAlgorithm: 'ECDSA_secp256k1',
    hashAlgorithm: 'SHA2_256',
    weight: 1000,
    isRevoked: false,
    sequenceNumber: 0,
    ...more,
  }
  return { key, signature: signUserMessage(signer, TEXT).signature }
}

const toBytes = (hex: string) => [...Buffer.from(hex, 'hex')].map(BigInt)

describe('the signatures of a text', () => {
  const first = createKey(0, { weight: 500 })
  const second = createKey(1, { weight: 500 })
  const keys = [first.key, second.key]

  it.each<[string, unknown[]]>([
    ['in lists', [[second.signature, first.signature], [1n, 0n], 7n, true]],
    ['in any letter case', [first.signature.toUpperCase(), second.signature]],
    ['as bytes', [[toBytes(first.signature), toBytes(second.signature)]]],
    ['inside of structs', [{ one: { hex: first.signature }, two: [{ hex: second.signature }] }]],
  ])('are found %s', (_, args) => {
    const found = findSignatures(args, keys, TEXT)
    expect(found.map(({ keyIndex, signature }) => [keyIndex, signature])).toEqual([
      [0, first.signature],
      [1, second.signature],
    ])
  })

  it('are none of another text, and none of other keys', () => {
    expect(findSignatures([[first.signature]], keys, `${TEXT}0`)).toEqual([])
    expect(findSignatures([[first.signature]], [second.key], TEXT)).toEqual([])
  })

  it('are not attributed to a revoked key with the same public key', () => {
    const revoked = createKey(2, { isRevoked: true })
    const again = { ...revoked.key, index: 3, isRevoked: false }
    const indexes = (some: AccountKey[]) =>
      findSignatures([revoked.signature], some, TEXT).map(({ keyIndex }) => keyIndex)
    expect(indexes([revoked.key, again])).toEqual([3])
    expect(indexes([revoked.key])).toEqual([2])
  })
})
