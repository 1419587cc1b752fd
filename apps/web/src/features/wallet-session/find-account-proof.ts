import { type Address, parseAddress } from '@app/values/address.ts'
import type { FclUser } from '@onflow/fcl'
import type { TextSignatures } from '../../lib/wallet-session.ts'
import { parseSignatures } from './parse-signatures.ts'

/** Proves to the server that the user controls an account. */
export interface AccountProof {
  address: Address
  nonce: string
  signatures: TextSignatures
}

/** Returns the proof of a log-in with `nonce`; null when the wallet gave none. */
export function findAccountProof(user: FclUser, nonce: string): AccountProof | null {
  const address = parseAddress(user.addr ?? '')
  const proof = user.services?.find(({ type }) => type === 'account-proof')?.data
  if (address === null || typeof proof !== 'object' || proof === null) return null
  if (!('nonce' in proof && 'signatures' in proof) || proof.nonce !== nonce) return null
  const signatures = parseSignatures(proof.signatures, address)
  return signatures && { address, nonce, signatures }
}
