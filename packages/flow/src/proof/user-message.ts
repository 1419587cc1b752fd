import { bytesToHex } from '@noble/hashes/utils.js'
import type { Signer } from '../keys/create-signer.ts'
import { prependDomainTag } from '../keys/domain-tag.ts'
import type { Account } from '../read/chain.ts'
import {
  type CompositeSignature,
  type VerificationResult,
  verifySignatures,
} from './verify-signatures.ts'

/** Signs a readable message with a key as a wallet does (tag FLOW-V0.0-user). */
export function signUserMessage(signer: Signer, message: string): CompositeSignature {
  const { address, keyIndex } = signer
  return {
    addr: address,
    keyId: keyIndex,
    signature: bytesToHex(signer.sign(encodeUserMessage(message))),
  }
}

/** Verifies that the signatures authorize this message for the account. */
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
