import { computeListHash } from '@app/score/canonical/evidence-hash.ts'
import type { Party } from '@app/values/evm-address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import { type Label, type NewLabel, toLabel } from './label.ts'
import { readAccountLists } from './read-labels.ts'

/**
 * Runs `work` in a transaction while no other label change runs, so that sequence numbers follow
 * the order of commits. Number and hash of the listed accounts are stored once per change: scores
 * read these instead of the lists.
 */
function changeLabels<T>(
  { db }: Pick<Context, 'db'>,
  work: (queries: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (queries) => {
    const state = queries.selectFrom('label_state').select('seq').forUpdate()
    const before = await state.executeTakeFirstOrThrow()
    const result = await work(queries)
    const after = await state.executeTakeFirstOrThrow()
    if (after.seq !== before.seq) await storeLists(queries, after.seq)
    return result
  })
}

async function storeLists(queries: Kysely<Tables>, seq: number): Promise<void> {
  const lists = await readAccountLists({ db: queries })
  const list_hash = computeListHash(lists)
  const listed_count = lists.scam.length
  await queries.updateTable('label_state').set({ list_hash, listed_count }).execute()
  await queries.updateTable('label_change').set({ list_hash }).where('seq', '=', seq).execute()
}

interface LabelChange {
  address: Party
  id: number
  action: 'added' | 'changed' | 'removed'
  reason: string
}

/** Appends to the log of label changes and sends the notification `labels_changed`. */
async function recordChange(
  queries: Kysely<Tables>,
  { address, id, action, reason }: LabelChange,
): Promise<void> {
  const { seq } = await queries
    .updateTable('label_state')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  const change = { seq, address, label_id: id, action, reason }
  await queries.insertInto('label_change').values(change).execute()
  await sql`select pg_notify('labels_changed', ${String(seq)})`.execute(queries)
}

/**
 * Adds a label, or updates the current one of the same source and kind. Idempotent. Returns the
 * resulting label; the removed one where an upheld appeal removed it for good.
 */
export function upsertLabel(context: Pick<Context, 'db'>, label: NewLabel): Promise<Label> {
  return changeLabels(context, (queries) => upsertLabelInTransaction(queries, label))
}

/** Like `upsertLabel` for several labels, all or none. */
export function upsertLabels(
  context: Pick<Context, 'db'>,
  labels: readonly NewLabel[],
): Promise<void> {
  return changeLabels(context, async (queries) => {
    for (const label of labels) await upsertLabelInTransaction(queries, label)
  })
}

async function upsertLabelInTransaction(queries: Kysely<Tables>, label: NewLabel): Promise<Label> {
  const current = await findCurrentLabel(queries, label)
  if (current !== null) return await updateLabel(queries, current, label)
  const removed = await findLabel(queries, label, 'removed_by_appeal', 'is not')
  if (removed !== null) return removed
  const { address, kind, source, reason, contact = null, addedAt } = label
  const values = { address, kind, source, reason, contact, confidence: toConfidenceUnits(label) }
  const row = await queries
    .insertInto('label_entry')
    .values({ ...values, ...(addedAt && { added_at: addedAt }) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(queries, { address, id: row.id, action: 'added', reason })
  return toLabel(row)
}

async function updateLabel(
  queries: Kysely<Tables>,
  current: Label,
  label: NewLabel,
): Promise<Label> {
  const { address, id } = current
  const { confidence, reason, contact = null } = label
  const isSame =
    current.confidence === confidence && current.reason === reason && current.contact === contact
  if (isSame) return current
  const row = await queries
    .updateTable('label_entry')
    .set({ reason, contact, confidence: toConfidenceUnits(label) })
    .where('address', '=', address)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(queries, { address, id, action: 'changed', reason })
  return toLabel(row)
}

const toConfidenceUnits = ({ confidence }: Pick<NewLabel, 'confidence'>): number =>
  Math.round(confidence * FACTOR_UNIT)

type LabelSource = Pick<NewLabel, 'address' | 'kind' | 'source'>

/** Returns the current label with the same account, kind and source, or `null`. */
export const findCurrentLabel = (
  queries: Kysely<Tables>,
  source: LabelSource,
): Promise<Label | null> => findLabel(queries, source, 'removed_at', 'is')

async function findLabel(
  queries: Kysely<Tables>,
  { address, kind, source }: LabelSource,
  column: 'removed_at' | 'removed_by_appeal',
  comparison: 'is' | 'is not',
): Promise<Label | null> {
  const row = await queries
    .selectFrom('label_entry')
    .selectAll()
    .where('address', '=', address)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where(column, comparison, null)
    .executeTakeFirst()
  return row === undefined ? null : toLabel(row)
}

interface LabelRemoval {
  address: Party
  id: number
  reason: string
  /** The upheld appeal that removes it: then the same source cannot add it again. */
  appealId?: number
}

export function removeLabel(
  context: Pick<Context, 'db'>,
  { address, id, reason, appealId }: LabelRemoval,
): Promise<Label | null> {
  return changeLabels(context, async (queries) => {
    const row = await queries
      .updateTable('label_entry')
      .set({
        removed_at: new Date(),
        removed_reason: reason,
        removed_by_appeal: appealId ?? null,
      })
      .where('address', '=', address)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    await recordChange(queries, { address, id, action: 'removed', reason })
    return toLabel(row)
  })
}
