import type { Address } from '@app/values/address.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-json.ts'

/** Every account that is on a list, by kind. */
export interface AccountLists {
  /** Listed as scams. */
  scam: readonly Address[]
  /** Listed as services, at which paths of money stop. */
  service: readonly Address[]
}

/**
 * SHA-256 in hex over the canonical JSON (RFC 8785) of the lists, each sorted and without duplicates: it
 * changes exactly when an account joins or leaves a list.
 */
export function computeListHash({ scam, service }: AccountLists): string {
  const text = canonicalJson({ scam: sortUnique(scam), service: sortUnique(service) })
  return bytesToHex(sha256(utf8ToBytes(text)))
}

function sortUnique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)].sort()
}
