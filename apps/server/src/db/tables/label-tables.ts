import type { Address } from '@app/values/address.ts'
import type { Generated } from 'kysely'

export type LabelKind = 'scam' | 'service'

export interface LabelRow {
  address: Address
  id: Generated<number>
  kind: LabelKind
  source: string
  /** In units of 1/10,000. */
  confidence: number
  reason: string
  added_at: Generated<Date>
  removed_at: Date | null
  removed_reason: string | null
}

interface LabelChangeRow {
  seq: number
  address: Address
  label_id: number
  action: 'added' | 'changed' | 'removed' | 'restored'
  reason: string
  at: Generated<Date>
}

/** Tables written only by `labels/`. */
export interface LabelTables {
  label_entry: LabelRow
  label_change: LabelChangeRow
  label_state: { is_only: boolean; seq: number; listed_count: number; list_hash: string }
}
