import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { sha3_256 } from '@noble/hashes/sha3.js'

/** Curves of Flow account keys. */
export const CURVES = { ECDSA_P256: p256, ECDSA_secp256k1: secp256k1 } as const

/** Hash algorithms of Flow account keys. */
export const HASHES = { SHA2_256: sha256, SHA3_256: sha3_256 } as const

export type SignatureAlgorithm = keyof typeof CURVES
export type HashAlgorithm = keyof typeof HASHES

/**
 * By default, noble hashes the message itself and requires the lower of the two valid `s`; Flow
 * uses the hash algorithm of the key and accepts both.
 */
export const ECDSA_OPTIONS = { prehash: false, lowS: false } as const
