import { createHash } from 'node:crypto'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'

/** What the hash of an entry covers; the text of the reason only by its hash. */
export interface HashedEntry {
  address: string
  number: number
  /** Unix milliseconds of block time. */
  atMs: number
  action: string
  success: boolean
  /** A routine check or publication that changed nothing. */
  isUnchanged: boolean
  reasonHash: string
  caseId: string | null
  evidenceHash: string | null
  actionId: number | null
  txId: string | null
  /** Hash of the account's entry before; `FIRST_PREVIOUS_HASH` for the first. */
  previousHash: string
}

export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Returns the SHA-256 of the canonical JSON (RFC 8785) of an entry, in hex. */
export function hashEntry(entry: HashedEntry): string {
  return createHash('sha256')
    .update(toCanonicalJson({ ...entry }))
    .digest('hex')
}
