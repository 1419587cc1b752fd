import type { Address } from '@app/values/address.ts'
import type { CaseOutcome } from '@app/values/governance.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { StoredSignature } from './dao-tables.ts'

/** Columns `…_ms` are Unix milliseconds of block time. */
export interface CaseRow {
  address: Address
  case_id: string
  kind: 'accusation' | 'freeze'
  reason_code: string | null
  is_automated: boolean
  opened_ms: number
  changed_ms: number
  is_open: boolean
  outcome: CaseOutcome
  /** When block time alone changes something next; `null`: never. */
  due_ms: number | null
  /** Grows with every change of any case. */
  change_seq: number
  entry_count: number
  head_hash: string
}

export interface CaseEntryRow {
  address: Address
  case_id: string
  number: number
  kind: string
  at_ms: number
  by_address: Address | null
  /** What it records, in plain values: by kind, `CASE_ENTRY_DETAILS` of packages/api. */
  details: JSONColumnType<object>
  /** What it records, such as `vote 8 0x… 3`: once in each case. */
  source: string
  text_hash: string | null
  tx_id: string | null
  previous_hash: string
  hash: string
}

export interface StoredMessage {
  text: string
  sequence: number
  /** Unix seconds. */
  validUntil: number
  signatures: StoredSignature[]
}

interface OwnerStatementRow {
  address: Address
  case_id: string
  /** 1 for the first of a case. */
  sequence: number
  text: string
  text_hash: string
  at_ms: number
  message: JSONColumnType<StoredMessage>
}

/** Tables written only by the room `cases`. */
export interface CaseTables {
  case_file: CaseRow
  case_entry: CaseEntryRow
  case_text: { address: Address; case_id: string; number: number; text: string }
  case_withheld_text: { text_hash: string; at_ms: number; reason: string }
  case_owner_statement: OwnerStatementRow
  case_change: { address: Address; seq: number }
  case_cursor: { is_only: Generated<boolean>; seq: number }
}
