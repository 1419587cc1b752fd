import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import type { Generated } from 'kysely'

export type LabelKind = 'scam' | 'service'

export interface LabelRow {
  address: Party
  id: Generated<number>
  kind: LabelKind
  source: string
  /** In units of 1/10,000. */
  confidence: number
  reason: string
  added_at: Generated<Date>
  removed_at: Date | null
  removed_reason: string | null
  /** How to reach whoever keeps the list. */
  contact: string | null
  /** The appeal by which it was removed: then the list cannot add it again. */
  removed_by_appeal: number | null
}

interface LabelChangeRow {
  seq: number
  address: Party
  label_id: number
  action: 'added' | 'changed' | 'removed'
  reason: string
  at: Generated<Date>
  /** Of the lists after this change, in the last change of each transaction. */
  list_hash: Generated<string | null>
}

/** A report without a signature; times are Unix milliseconds of block time. */
interface LabelReportRow {
  address: Address
  id: Generated<number>
  /** The address of a wallet, or 64 hex digits for a visitor. */
  reporter: string
  /** Null for a visitor. */
  score_tenths: number | null
  reason: string
  reason_hash: string
  case_id: string
  at_ms: number
  withdrawn_ms: number | null
}

interface LabelStateRow {
  is_only: boolean
  seq: number
  listed_count: number
  list_hash: string
  report_seq: Generated<number>
  visitor_salt: Generated<string>
}

/** Tables written only by `labels/`. */
export interface LabelTables {
  label_entry: LabelRow
  label_change: LabelChangeRow
  label_state: LabelStateRow
  label_report: LabelReportRow
  label_report_change: { address: Address; seq: number }
}
