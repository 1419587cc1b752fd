import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import {
  CURVES,
  ECDSA_OPTIONS,
  HASHES,
  prependDomainTag,
  type Signer,
} from '../keys/create-signer.ts'
import type { Account, AccountKey } from '../read/chain.ts'

/** Total weight of the keys that must sign for an account. Source: Flow's account keys. */
export const FULL_WEIGHT = 1000

/** A signature as wallets return it: FCL's composite signature. */
export interface CompositeSignature {
  /** The signing account, with or without 0x. */
  addr: string
  keyId: number
  /** r ‖ s in hex. */
  signature: string
}

export type VerificationResult = { isValid: true } | { isValid: false; reason: string }

/**
 * Verifies that `signatures` authorize `message`, which includes its domain tag, for `account`:
 * each is valid and of a different key that is not revoked, and their weights reach 1000. Otherwise
 * the result has the first problem as `reason`.
 */
export function verifySignatures(
  account: Account,
  message: Uint8Array,
  signatures: readonly CompositeSignature[],
): VerificationResult {
  const signed = new Map<number, AccountKey>()
  for (const signature of signatures) {
    const key = account.keys.find(({ index }) => index === signature.keyId)
    const name = `key ${signature.keyId} of ${signature.addr}`
    if (key === undefined || !isSignatureFromAccount(account, signature))
      return createInvalidResult(`${name} is not the account's`)
    if (key.isRevoked) return createInvalidResult(`${name} is revoked`)
    if (signed.has(key.index)) return createInvalidResult(`${name} signed twice`)
    if (!verifySignature(key, message, signature.signature))
      return createInvalidResult(`${name} did not sign this`)
    signed.set(key.index, key)
  }
  const weight = [...signed.values()].reduce((sum, key) => sum + key.weight, 0)
  if (weight >= FULL_WEIGHT) return { isValid: true }
  return createInvalidResult(`the keys that signed weigh ${weight} of ${FULL_WEIGHT}`)
}

function isSignatureFromAccount(account: Account, { addr }: CompositeSignature): boolean {
  return addr.toLowerCase().replace(/^0x/, '') === account.address.slice(2)
}

function createInvalidResult(reason: string): VerificationResult {
  return { isValid: false, reason }
}

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

export function signUserMessage(signer: Signer, message: string): CompositeSignature {
  const { address, keyIndex } = signer
  return {
    addr: address,
    keyId: keyIndex,
    signature: bytesToHex(signer.sign(encodeUserMessage(message))),
  }
}

export function verifyUserMessage(
  account: Account,
  message: string,
  signatures: readonly CompositeSignature[],
): VerificationResult {
  return verifySignatures(account, encodeUserMessage(message), signatures)
}

function encodeUserMessage(message: string): Uint8Array {
  return prependDomainTag('FLOW-V0.0-user', new TextEncoder().encode(message))
}
