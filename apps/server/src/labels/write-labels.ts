import type { Party } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { LabelKind } from '../db/tables/label-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { type Label, type NewLabel, toLabel } from './label.ts'

export type LabelQueries = Kysely<Tables>

/** Identifies one label of an account, current or removed. */
export interface LabelKey {
  address: Party
  id: number
}

/**
 * Returns the newest sequence number, and blocks other label changes until this transaction ends.
 */
export async function readAndLockLabelSeq(queries: LabelQueries): Promise<number> {
  const state = queries.selectFrom('label_state').select('seq').forUpdate()
  return (await state.executeTakeFirstOrThrow()).seq
}

/** Stores the hash of the lists as they are after the newest change. */
export async function updateListHash(queries: LabelQueries, listHash: string): Promise<void> {
  await queries.updateTable('label_state').set({ list_hash: listHash }).execute()
  await queries
    .updateTable('label_change')
    .set({ list_hash: listHash })
    .where('seq', '=', ({ selectFrom }) => selectFrom('label_state').select('seq'))
    .execute()
}

export interface LabelChange {
  address: Party
  kind: LabelKind
  labelId: number
  action: 'added' | 'changed' | 'removed'
  reason: string
}

/** Appends to the log of label changes and sends the notification `labels_changed`. */
export async function appendLabelChange(queries: LabelQueries, change: LabelChange): Promise<void> {
  const { address, labelId, action, reason } = change
  const { seq } = await queries
    .updateTable('label_state')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  await queries
    .insertInto('label_change')
    .values({ seq, address, label_id: labelId, action, reason })
    .execute()
  await sql`select pg_notify('labels_changed', ${String(seq)})`.execute(queries)
}

/** Returns how many sources currently list the account as a scam. */
export async function countScamEntries(queries: LabelQueries, address: Party): Promise<number> {
  const { current } = await queries
    .selectFrom('label_entry')
    .select((eb) => eb.fn.countAll<number>().as('current'))
    .where('address', '=', address)
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return current
}

export async function addToListedCount(queries: LabelQueries, delta: number): Promise<void> {
  await queries
    .updateTable('label_state')
    .set((eb) => ({ listed_count: eb('listed_count', '+', delta) }))
    .execute()
}

type LabelSource = Pick<NewLabel, 'address' | 'kind' | 'source'>

/** Returns the current label with the same account, kind and source, or `null`. */
export const findCurrentLabel = (queries: LabelQueries, source: LabelSource) =>
  findLabel(queries, source, { column: 'removed_at', isSet: false })

/** Returns the label of the same account, kind and source that an appeal removed for good, or `null`. */
export const findLabelRemovedByAppeal = (queries: LabelQueries, source: LabelSource) =>
  findLabel(queries, source, { column: 'removed_by_appeal', isSet: true })

async function findLabel(
  queries: LabelQueries,
  { address, kind, source }: LabelSource,
  { column, isSet }: { column: 'removed_at' | 'removed_by_appeal'; isSet: boolean },
): Promise<Label | null> {
  const row = await queries
    .selectFrom('label_entry')
    .selectAll()
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where(column, isSet ? 'is not' : 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : toLabel(row)
}

export async function insertLabel(queries: LabelQueries, label: NewLabel): Promise<Label> {
  const { address, kind, source, reason, contact = null, addedAt } = label
  const confidence = toConfidenceUnits(label)
  const time = addedAt === undefined ? {} : { added_at: addedAt }
  const row = await queries
    .insertInto('label_entry')
    .values({ address, kind, source, reason, contact, confidence, ...time })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toLabel(row)
}

/** Updates confidence and reason of a label. */
export async function updateLabel(
  queries: LabelQueries,
  { address, id }: LabelKey,
  label: Pick<NewLabel, 'confidence' | 'reason' | 'contact'>,
): Promise<Label> {
  const row = await queries
    .updateTable('label_entry')
    .set({
      reason: label.reason,
      contact: label.contact ?? null,
      confidence: toConfidenceUnits(label),
    })
    .where('address', '=', address)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toLabel(row)
}

/** Removes a current label; returns `null` when there is none. */
export async function markLabelRemoved(
  queries: LabelQueries,
  { address, id }: LabelKey,
  { reason, appealId }: { reason: string; appealId: number | null },
): Promise<Label | null> {
  const row = await queries
    .updateTable('label_entry')
    .set({ removed_at: new Date(), removed_reason: reason, removed_by_appeal: appealId })
    .where('address', '=', address)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toLabel(row)
}

function toConfidenceUnits({ confidence }: Pick<NewLabel, 'confidence'>): number {
  return Math.round(confidence * FACTOR_UNIT)
}
