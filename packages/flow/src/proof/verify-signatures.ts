import { verifySignature } from '../keys/verify-signature.ts'
import type { Account, AccountKey } from '../read/chain.ts'

/** A signature as wallets hand it out: FCL's composite signature. */
export interface WalletSignature {
  /** The signing account, with or without 0x. */
  addr: string
  keyId: number
  /** r ‖ s in hex. */
  signature: string
}

export type Verdict = { isValid: true } | { isValid: false; reason: string }

/** Weight at which keys together speak for their account. */
const FULL_WEIGHT = 1000

/**
 * Whether `signatures` over `message`, which carries its domain tag, speak for `account`: each is right
 * and of a key of its own that is not revoked, and their weights reach 1000. Otherwise the first fault.
 */
export function verifySignatures(
  account: Account,
  message: Uint8Array,
  signatures: readonly WalletSignature[],
): Verdict {
  const signed = new Map<number, AccountKey>()
  for (const signature of signatures) {
    const key = account.keys.find(({ index }) => index === signature.keyId)
    const name = `key ${signature.keyId} of ${signature.addr}`
    if (key === undefined || !isOf(account, signature)) return fault(`${name} is not the account's`)
    if (key.isRevoked) return fault(`${name} is revoked`)
    if (signed.has(key.index)) return fault(`${name} signed twice`)
    if (!verifySignature(key, message, signature.signature))
      return fault(`${name} did not sign this`)
    signed.set(key.index, key)
  }
  const weight = [...signed.values()].reduce((sum, key) => sum + key.weight, 0)
  if (weight >= FULL_WEIGHT) return { isValid: true }
  return fault(`the keys that signed weigh ${weight} of ${FULL_WEIGHT}`)
}

function isOf(account: Account, { addr }: WalletSignature): boolean {
  return addr.toLowerCase().replace(/^0x/, '') === account.address.slice(2)
}

function fault(reason: string): Verdict {
  return { isValid: false, reason }
}
