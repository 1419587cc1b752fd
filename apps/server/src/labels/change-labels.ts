import { computeListHash } from '@app/score/canonical/list-hash.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { LabelKind } from '../db/label-tables.ts'
import type { Tables } from '../db/tables.ts'
import { readLists } from './read-lists.ts'

export type LabelQueries = Kysely<Tables>

export interface LabelChange {
  address: Address
  kind: LabelKind
  labelId: number
  action: 'added' | 'changed' | 'removed' | 'restored'
  reason: string
}

/** Runs `work` alone among all changes of labels, so that their sequence is the order of commits. */
export function changeLabels<T>(
  db: LabelQueries,
  work: (queries: LabelQueries) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (queries) => {
    const before = await lockLabelState(queries)
    const result = await work(queries)
    if ((await lockLabelState(queries)).seq !== before.seq) await updateListHash(queries)
    return result
  })
}

function lockLabelState(queries: LabelQueries): Promise<{ seq: number }> {
  return queries.selectFrom('label_state').select('seq').forUpdate().executeTakeFirstOrThrow()
}

/** Once a change of labels, however many there are: a score reads it instead of the lists. */
async function updateListHash(queries: LabelQueries): Promise<void> {
  const listHash = computeListHash(await readLists({ db: queries }))
  await queries.updateTable('label_state').set({ list_hash: listHash }).execute()
}

/** Appends to the log of changes, keeps the count of listed accounts and wakes who waits for labels. */
export async function recordLabelChange(queries: LabelQueries, change: LabelChange): Promise<void> {
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
  await updateListedCount(queries, change)
  await sql`select pg_notify('labels_changed', ${String(seq)})`.execute(queries)
}

/** Only the first current entry of an account, or the last that goes, moves the count. */
async function updateListedCount(queries: LabelQueries, { address, kind, action }: LabelChange) {
  if (kind !== 'scam' || action === 'changed') return
  const { current } = await queries
    .selectFrom('label_entry')
    .select((eb) => eb.fn.countAll<number>().as('current'))
    .where('address', '=', address)
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const delta = computeListedDelta(action, current)
  if (delta === 0) return
  await queries
    .updateTable('label_state')
    .set((eb) => ({ listed_count: eb('listed_count', '+', delta) }))
    .execute()
}

function computeListedDelta(action: LabelChange['action'], current: number): -1 | 0 | 1 {
  if (action === 'removed') return current === 0 ? -1 : 0
  return current === 1 ? 1 : 0
}
