import type { CaseEntryKind } from '@app/api/schemas/case/case-file.ts'
import type { Address } from '@app/values/address.ts'
import type { CaseDetails } from '../db/tables/case-tables.ts'

/** Something that happened in a case. */
export interface CaseEvent {
  caseId: string
  kind: CaseEntryKind
  /** Unix milliseconds of block time. */
  atMs: number
  /** Who did it; `null`: the rules, by block time. */
  by: Address | null
  details: CaseDetails
  /** What it records: once in each case. */
  source: string
  text: string | null
  /** SHA-256 of the text; known for some texts that are not. */
  textHash: string | null
  txId: string | null
}
