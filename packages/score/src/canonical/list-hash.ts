import type { Address } from '@app/values/address.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toCanonicalJson } from './canonical-json.ts'

/** All listed accounts by kind of list. */
export interface AccountLists {
  /** Listed as scams. */
  scam: readonly Address[]
  /** Listed as services; tracing of money stops at them. */
  service: readonly Address[]
}

/**
 * Computes the SHA-256 in hex over the canonical JSON (RFC 8785) of the lists, each sorted and
 * without duplicates: it changes only when an account is added to or removed from a list.
 */
export function computeListHash({ scam, service }: AccountLists): string {
  const text = toCanonicalJson({ scam: sortUnique(scam), service: sortUnique(service) })
  return bytesToHex(sha256(utf8ToBytes(text)))
}

function sortUnique(addresses: readonly Address[]): Address[] {
  return [...new Set(addresses)].sort()
}
