import { createPublicKey, verify } from 'node:crypto'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifySignature } from '../proof/verify-signatures.ts'
import { createSigner, type HashAlgorithm, type SignatureAlgorithm } from './create-signer.ts'

const ADDRESS = toAddress('0x179b6b1cb6755e31')
const KEY = 'aff3a277caf2bdd6582c156ae7b07dbca537da7833309de88e56987faa2c0f1b'

const ALGORITHMS: [SignatureAlgorithm, HashAlgorithm][] = [
  ['ECDSA_P256', 'SHA3_256'],
  ['ECDSA_P256', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA3_256'],
]

function createTestSigner(signatureAlgorithm: SignatureAlgorithm, hashAlgorithm: HashAlgorithm) {
  const options = { address: ADDRESS, keyIndex: 0, privateKeyHex: KEY }
  const signer = createSigner({ ...options, signatureAlgorithm, hashAlgorithm })
  return {
    ...signer,
    key: { publicKeyHex: signer.publicKeyHex, signatureAlgorithm, hashAlgorithm },
  }
}

describe.each(ALGORITHMS)('a key of %s with %s', (signatureAlgorithm, hashAlgorithm) => {
  const { sign, key } = createTestSigner(signatureAlgorithm, hashAlgorithm)

  test('creates signatures that OpenSSL accepts', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        const signature = sign(message)
        expect(signature).toHaveLength(64)
        const hash = hashAlgorithm === 'SHA3_256' ? 'sha3-256' : 'sha256'
        const publicKey = toOpenSslKey(signatureAlgorithm, key.publicKeyHex)
        const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
        expect(verify(hash, message, options, signature)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('verifies both forms of its own signature, only over its own message', () => {
    const message = Buffer.from('flag 0x179b6b1cb6755e31')
    const signature = Buffer.from(sign(message)).toString('hex')
    expect(verifySignature(key, message, signature)).toBe(true)
    expect(verifySignature(key, message, negateS(signature, signatureAlgorithm))).toBe(true)
    expect(verifySignature(key, Buffer.from('flag 0xf3fcd2c1a78f5eee'), signature)).toBe(false)
    expect(verifySignature({ ...key, hashAlgorithm: 'SHA2_384' }, message, signature)).toBe(false)
    expect(verifySignature({ ...key, signatureAlgorithm: 'BLS' }, message, signature)).toBe(false)
    expect(verifySignature({ ...key, publicKeyHex: '00' }, message, signature)).toBe(false)
  })

  test.each(['', 'zz', '00'.repeat(64), 'ff'.repeat(64), 'ab'.repeat(63)])(
    'does not accept %j as a signature',
    (signature) => {
      expect(verifySignature(key, Buffer.from('message'), signature)).toBe(false)
    },
  )
})

test("derives the emulator's public key from its private key", () => {
  expect(createTestSigner('ECDSA_P256', 'SHA3_256').publicKeyHex).toBe(
    '43661ddd40c0510b2097a5ad583607f4780876184308a325516951fac6a816fe4e522c9278d3ef3d67c6d903291d0501f9a9bd5b4dc2c5af26c2ad0597bac97a',
  )
})

test.each(['', 'secret', '0'.repeat(64), 'f'.repeat(64), `${KEY}00`])(
  '%j is not a private key, and the error does not contain it',
  (privateKeyHex) => {
    const create = () => createSigner({ address: ADDRESS, keyIndex: 0, privateKeyHex })
    expect(create).toThrow(
      new FatalError(`The private key of ${ADDRESS} is not a valid ECDSA_P256 key in hex.`),
    )
  },
)

const ORDER: Readonly<Record<SignatureAlgorithm, bigint>> = {
  ECDSA_P256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  ECDSA_secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
}

/** The other valid signature of the same message: (r, n − s). */
function negateS(signature: string, algorithm: SignatureAlgorithm): string {
  const s = BigInt(`0x${signature.slice(64)}`)
  return signature.slice(0, 64) + (ORDER[algorithm] - s).toString(16).padStart(64, '0')
}

function toOpenSslKey(algorithm: SignatureAlgorithm, publicKeyHex: string) {
  const point = Buffer.from(publicKeyHex, 'hex')
  return createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: algorithm === 'ECDSA_P256' ? 'P-256' : 'secp256k1',
      x: point.subarray(0, 32).toString('base64url'),
      y: point.subarray(32).toString('base64url'),
    },
  })
}
