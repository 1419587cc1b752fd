import { hexToBytes } from '@noble/hashes/utils.js'
import type { AccountKey } from '../read/chain.ts'
import { CURVES, ECDSA_OPTIONS, HASHES } from './algorithms.ts'

const UNCOMPRESSED = '04'

/**
 * Returns whether `signatureHex` (r ‖ s) is the key's signature over `message`, which includes its
 * domain tag. Also false for unsupported algorithms and malformed input.
 */
export function verifySignature(
  key: Pick<AccountKey, 'publicKeyHex' | 'signatureAlgorithm' | 'hashAlgorithm'>,
  message: Uint8Array,
  signatureHex: string,
): boolean {
  const curve = Object.entries(CURVES).find(([name]) => name === key.signatureAlgorithm)?.[1]
  const hash = Object.entries(HASHES).find(([name]) => name === key.hashAlgorithm)?.[1]
  if (curve === undefined || hash === undefined) return false
  try {
    const publicKey = hexToBytes(UNCOMPRESSED + key.publicKeyHex)
    return curve.verify(hexToBytes(signatureHex), hash(message), publicKey, ECDSA_OPTIONS)
  } catch {
    return false
  }
}
