import { createHash } from 'node:crypto'
import type { CaseEntry, CaseFile } from '@app/api/schemas/case/case-file.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'

/** `previousHash` of the first entry of a case. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Computes the hash of an entry: SHA-256, in hex, of canonical JSON (RFC 8785). */
export function hashCaseEntry(
  { address, caseId }: Pick<CaseFile, 'address' | 'caseId'>,
  entry: Omit<CaseEntry, 'hash' | 'text' | 'withheld' | 'message'>,
): string {
  const { number, kind, at, by, details, textHash, txId, previousHash } = entry
  const hashed = { number, kind, at, by, details, textHash, txId, previousHash }
  return sha256(toCanonicalJson({ address, caseId, ...hashed }))
}

/** Computes the SHA-256, in hex, of a text in UTF-8. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')
