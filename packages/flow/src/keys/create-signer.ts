import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { HashAlgorithm, SignatureAlgorithm } from './algorithms.ts'
import { CURVES, ECDSA_OPTIONS, HASHES } from './algorithms.ts'

export interface SignerOptions {
  address: Address
  keyIndex: number
  /** 64 hex digits. */
  privateKeyHex: string
  /** ECDSA_P256 by default. */
  signatureAlgorithm?: SignatureAlgorithm
  /** SHA3_256 by default. */
  hashAlgorithm?: HashAlgorithm
}

/** One key of one account; the private key is not exposed. */
export interface Signer {
  readonly address: Address
  readonly keyIndex: number
  /** x and y of the curve point in hex, as Flow writes public keys. */
  readonly publicKeyHex: string
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly hashAlgorithm: HashAlgorithm
  /** 64 bytes r ‖ s over the hash of `message`, which includes its domain tag. */
  sign(message: Uint8Array): Uint8Array
}

/**
 * Creates a signer with a key in memory. Throws `FatalError`, without the key in its message, when
 * the key is invalid.
 */
export function createSigner(options: SignerOptions): Signer {
  const { address, keyIndex, signatureAlgorithm = 'ECDSA_P256' } = options
  const { hashAlgorithm = 'SHA3_256' } = options
  const curve = CURVES[signatureAlgorithm]
  const hash = HASHES[hashAlgorithm]
  const key = parsePrivateKey(options.privateKeyHex)
  if (key === null || !curve.utils.isValidSecretKey(key)) {
    throw new FatalError(
      `The private key of ${address} is not a valid ${signatureAlgorithm} key in hex.`,
    )
  }
  return {
    address,
    keyIndex,
    publicKeyHex: bytesToHex(curve.getPublicKey(key, false).subarray(1)),
    signatureAlgorithm,
    hashAlgorithm,
    sign: (message) => curve.sign(hash(message), key, ECDSA_OPTIONS),
  }
}

function parsePrivateKey(hex: string): Uint8Array | null {
  const digits = hex.replace(/^0x/, '')
  return /^[0-9a-fA-F]{64}$/.test(digits) ? hexToBytes(digits) : null
}
