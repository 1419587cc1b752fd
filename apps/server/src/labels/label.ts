import type { Party } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Selectable } from 'kysely'
import type { LabelKind, LabelRow } from '../db/tables/label-tables.ts'

export interface Label {
  id: number
  address: Party
  kind: LabelKind
  /** The source: the name of a list, a case, or an operator. */
  source: string
  /** 0–1. */
  confidence: number
  reason: string
  /** How to reach whoever keeps the list; `null` where that is not known. */
  contact: string | null
  addedAt: Date
  removed: { at: Date; reason: string } | null
}

export type NewLabel = Pick<Label, 'address' | 'kind' | 'source' | 'confidence' | 'reason'> & {
  contact?: string | null
  /** When the list named the account; now if absent. */
  addedAt?: Date
}

export function toLabel(row: Selectable<LabelRow>): Label {
  const { id, address, kind, source, reason, contact } = row
  const removed =
    row.removed_at === null ? null : { at: row.removed_at, reason: row.removed_reason ?? '' }
  const confidence = row.confidence / FACTOR_UNIT
  return { id, address, kind, source, confidence, reason, contact, addedAt: row.added_at, removed }
}
