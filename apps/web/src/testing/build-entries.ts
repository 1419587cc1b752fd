import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'

/** Time of the first entry; each other is an hour later. */
export const START_MS = Date.UTC(2026, 2, 10, 12)
const HOUR_MS = 3_600_000

/** Returns entries of a case with these contents, numbered from 1. */
export const buildEntries = (
  contents: readonly (Pick<CaseEntry, 'kind' | 'details'> & Partial<CaseEntry>)[],
): CaseEntry[] =>
  contents.map((content, index) => ({
    number: index + 1,
    at: new Date(START_MS + index * HOUR_MS).toISOString(),
    by: '0x179b6b1cb6755e31',
    textHash: null,
    txId: null,
    previousHash: String(index).padStart(64, '0'),
    hash: String(index + 1).padStart(64, '0'),
    text: null,
    withheld: null,
    message: null,
    ...content,
  }))
