import { createPublicKey, verify } from 'node:crypto'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSigner, type HashAlgorithm, type SignatureAlgorithm } from './create-signer.ts'

const address = toAddress('0x179b6b1cb6755e31')
const KEY = 'aff3a277caf2bdd6582c156ae7b07dbca537da7833309de88e56987faa2c0f1b'

const ALGORITHMS: [SignatureAlgorithm, HashAlgorithm][] = [
  ['ECDSA_P256', 'SHA3_256'],
  ['ECDSA_P256', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA2_256'],
  ['ECDSA_secp256k1', 'SHA3_256'],
]

test.each(ALGORITHMS)('OpenSSL accepts signatures of %s with %s', (curve, hash) => {
  const algorithms = { signatureAlgorithm: curve, hashAlgorithm: hash }
  const signer = createSigner({ address, keyIndex: 0, privateKeyHex: KEY, ...algorithms })
  const point = Buffer.from(signer.publicKeyHex, 'hex')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: curve === 'ECDSA_P256' ? 'P-256' : 'secp256k1',
      x: point.subarray(0, 32).toString('base64url'),
      y: point.subarray(32).toString('base64url'),
    },
  })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
      const name = hash === 'SHA3_256' ? 'sha3-256' : 'sha256'
      const signature = signer.sign(message)
      expect(verify(name, message, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test.each(['', 'secret', '0'.repeat(64), 'f'.repeat(64), `${KEY}00`])(
  '%j is not a private key, and the error does not contain it',
  (privateKeyHex) => {
    expect(() => createSigner({ address, keyIndex: 0, privateKeyHex })).toThrow(
      new FatalError(`The private key of ${address} is not a valid ECDSA_P256 key in hex.`),
    )
  },
)
