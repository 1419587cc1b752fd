import { createHash } from 'node:crypto'
import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import type { Address } from '@app/values/address.ts'

/** What the hash of an entry covers; a text only by its hash. */
export interface HashedCaseEntry
  extends Pick<CaseEntry, 'number' | 'kind' | 'at' | 'details' | 'textHash' | 'txId'> {
  address: Address
  caseId: string
  by: Address | null
  previousHash: string
}

/** `previousHash` of the first entry of a case. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Returns the SHA-256 of the canonical JSON (RFC 8785) of an entry, in hex. */
export const hashCaseEntry = (entry: HashedCaseEntry): string =>
  createHash('sha256')
    .update(toCanonicalJson({ ...entry }))
    .digest('hex')
