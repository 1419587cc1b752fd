import type { Address } from '@app/values/address.ts'
import { encode } from '@onflow/rlp'
import { prependDomainTag } from '../keys/create-signer.ts'
import type { Account } from '../read/chain.ts'
import {
  type CompositeSignature,
  type VerificationResult,
  verifySignatures,
} from './verify-signatures.ts'

/** Proof of a wallet at log-in: the account's keys signed this nonce for this application. */
export interface AccountProofData {
  /** Origin of the application's page. */
  appIdentifier: string
  address: Address
  /** At least 32 bytes in hex. */
  nonce: string
}

const NONCE = /^([0-9a-f]{2}){32,}$/i

/**
 * Encodes the bytes that a wallet signs, including the domain tag. Source: fcl-js
 * `encode-account-proof.ts`.
 */
export function encodeAccountProof({
  appIdentifier,
  address,
  nonce,
}: AccountProofData): Uint8Array {
  const fields = [
    Buffer.from(appIdentifier, 'utf8'),
    Buffer.from(address.slice(2), 'hex'),
    Buffer.from(nonce, 'hex'),
  ]
  return prependDomainTag('FCL-ACCOUNT-PROOF-V0.0', encode(fields))
}

/**
 * Verifies that the signatures are a valid proof for `account`, which must be read from the chain
 * at the time of verification.
 */
export function verifyAccountProof(
  account: Account,
  proof: AccountProofData,
  signatures: readonly CompositeSignature[],
): VerificationResult {
  if (proof.address !== account.address) {
    return { isValid: false, reason: `the proof is of ${proof.address}, not ${account.address}` }
  }
  if (!NONCE.test(proof.nonce)) {
    return { isValid: false, reason: 'the nonce is not at least 32 bytes in hex' }
  }
  return verifySignatures(account, encodeAccountProof(proof), signatures)
}
