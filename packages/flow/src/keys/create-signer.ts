import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { AccountKey } from '../read/chain.ts'

export const CURVES = { ECDSA_P256: p256, ECDSA_secp256k1: secp256k1 } as const

export const HASHES = { SHA2_256: sha256, SHA3_256: sha3_256 } as const

export type SignatureAlgorithm = keyof typeof CURVES
export type HashAlgorithm = keyof typeof HASHES

/**
 * By default, noble hashes the message itself and requires the lower of the two valid `s`; Flow
 * uses the hash algorithm of the key and accepts both.
 */
export const ECDSA_OPTIONS = { prehash: false, lowS: false } as const

interface SignerOptions {
  address: Address
  keyIndex: number
  privateKeyHex: string
  signatureAlgorithm?: SignatureAlgorithm
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

type KeyHolder = Pick<SignerOptions, 'privateKeyHex'> & { address: Address }

/**
 * Creates the signer of one key of an account; `null` when the private key does not belong to it.
 */
export function createKeySigner(holder: KeyHolder, key: AccountKey): Signer | null {
  const algorithms = parseAlgorithms(key)
  if (algorithms === null) return null
  const signer = createSigner({ ...holder, keyIndex: key.index, ...algorithms })
  return signer.publicKeyHex === key.publicKeyHex ? signer : null
}

type Algorithms = Required<Pick<SignerOptions, 'signatureAlgorithm' | 'hashAlgorithm'>>

function parseAlgorithms({ signatureAlgorithm, hashAlgorithm }: AccountKey): Algorithms | null {
  const isCurve = signatureAlgorithm === 'ECDSA_P256' || signatureAlgorithm === 'ECDSA_secp256k1'
  const isHash = hashAlgorithm === 'SHA2_256' || hashAlgorithm === 'SHA3_256'
  return isCurve && isHash ? { signatureAlgorithm, hashAlgorithm } : null
}

const TAG_BYTES = 32

/**
 * Kinds of messages that Flow keys sign; the tag prevents that a signature for one use is valid for
 * another.
 */
type DomainTag = 'FLOW-V0.0-transaction' | 'FLOW-V0.0-user' | 'FCL-ACCOUNT-PROOF-V0.0'

/** Prepends the domain tag, padded with zeros to 32 bytes, to the message. */
export function prependDomainTag(tag: DomainTag, message: Uint8Array): Uint8Array {
  const tagged = new Uint8Array(TAG_BYTES + message.length)
  tagged.set(new TextEncoder().encode(tag))
  tagged.set(message, TAG_BYTES)
  return tagged
}
