import { type Address, parseAddress } from '@app/values/address.ts'
import type { FclUser } from '@onflow/fcl'
import { SigningError, type TextSignatures } from '../../lib/wallet-session.ts'

const SIGNATURE = /^(?:0x)?([0-9a-f]{128})$/i

/**
 * Returns the signatures of `address` in what FCL's `signUserMessage` resolved to. Throws `SigningError` with the
 * wallet's own message when it declined or failed: FCL resolves to what the wallet threw.
 */
export function parseUserSignatures(result: unknown, address: Address): TextSignatures {
  const message = result instanceof Error ? result.message : result
  if (typeof message === 'string' && message !== '') throw new SigningError(nameRefusal(message))
  const signatures = parseSignatures(result, address)
  if (signatures !== null) return signatures
  throw new SigningError(
    `The wallet did not return a signature of ${address}. Connect this account again, and repeat.`,
  )
}

/** FCL words the same refusal in several ways, by how the wallet is reached. */
const WORDINGS: readonly (readonly [RegExp, string])[] = [
  [/^Declined: *(?:No reason supplied\.)?$/, 'Declined: No reason supplied'],
  [/^Externally Halted$/, 'Declined: Externally Halted'],
  [
    /^Provider for external topic .* not found after 5 seconds$/s,
    'Provider for external topic not found after 5 seconds',
  ],
]

const nameRefusal = (message: string): string =>
  WORDINGS.find(([wording]) => wording.test(message))?.[1] ?? message

/** Returns composite signatures of FCL; null unless there is at least one and all are of `address`. */
function parseSignatures(list: unknown, address: Address): TextSignatures | null {
  if (!Array.isArray(list) || list.length === 0) return null
  const signatures = list.flatMap((item: unknown) => parseSignature(item, address) ?? [])
  return signatures.length === list.length ? signatures : null
}

function parseSignature(item: unknown, address: Address): TextSignatures[number] | null {
  if (typeof item !== 'object' || item === null) return null
  if (!('addr' in item && 'keyId' in item && 'signature' in item)) return null
  const [, signature] = SIGNATURE.exec(String(item.signature)) ?? []
  const keyId = Number(item.keyId)
  const isOwn = parseAddress(`0x${String(item.addr).replace(/^0x/, '')}`) === address
  return signature !== undefined && Number.isInteger(keyId) && isOwn ? { keyId, signature } : null
}

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
