import type { Party } from '@app/values/evm-address.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Facts } from '../facts.ts'
import { type CanonicalValue, toCanonicalJson } from './canonical-json.ts'

/** The facts of a wallet as two canonical texts. */
interface CanonicalFacts {
  /** Facts from chain data alone, without transfers that listed accounts stole. */
  chain: string
  /** Facts that depend on labels and reports: listing, contact with listed accounts, community. */
  offchain: string
}

/** Serializes the facts to the two canonical parts (RFC 8785) that the evidence hash covers. */
export function toCanonicalFacts(facts: Facts): CanonicalFacts {
  const { contacts, listing, community, ...chain } = facts
  return {
    chain: toCanonicalJson(toCanonicalValue(chain)),
    offchain: toCanonicalJson(toCanonicalValue({ contacts, listing, community })),
  }
}

/**
 * Computes the SHA-256 in hex over the chain part, a line feed (which canonical JSON never
 * contains), and the off-chain part.
 */
export function computeEvidenceHash(facts: Facts): string {
  const { chain, offchain } = toCanonicalFacts(facts)
  return bytesToHex(sha256(utf8ToBytes(`${chain}\n${offchain}`)))
}

/**
 * Facts contain only canonical values; the cast is needed because interfaces have no index
 * signature.
 */
function toCanonicalValue(value: object): CanonicalValue {
  return value as unknown as CanonicalValue
}

/** All listed accounts by kind of list. */
export interface AccountLists {
  /** Listed as scams. */
  scam: readonly Party[]
  /** Listed as services; tracing of money stops at them. */
  service: readonly Party[]
}

/**
 * Computes the SHA-256 in hex over the canonical JSON (RFC 8785) of the lists, each sorted and
 * without duplicates: it changes only when an account is added to or removed from a list.
 */
export function computeListHash({ scam, service }: AccountLists): string {
  const text = toCanonicalJson({ scam: sortUnique(scam), service: sortUnique(service) })
  return bytesToHex(sha256(utf8ToBytes(text)))
}

function sortUnique(addresses: readonly Party[]): Party[] {
  return [...new Set(addresses)].sort()
}
