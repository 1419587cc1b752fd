import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { changeLabels, type LabelQueries, recordLabelChange } from './change-labels.ts'
import { type Label, toLabel } from './label.ts'

export interface LabelRemoval {
  address: Address
  id: number
  reason: string
}

/** Ends a current entry; everything derived from it follows. `null` when there is no such current entry. */
export function removeLabel(
  context: Pick<Context, 'db'>,
  { address, id, reason }: LabelRemoval,
): Promise<Label | null> {
  return changeLabels(context.db, async (queries) => {
    const row = await queries
      .updateTable('label_entry')
      .set({ removed_at: new Date(), removed_reason: reason })
      .where('address', '=', address)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    await recordLabelChange(queries, { ...row, labelId: id, action: 'removed', reason })
    return toLabel(row)
  })
}

/**
 * Undoes a removal. `null` when there is no such removed entry, or when the same source lists the
 * account again already.
 */
export function restoreLabel(
  context: Pick<Context, 'db'>,
  { address, id, reason }: LabelRemoval,
): Promise<Label | null> {
  return changeLabels(context.db, async (queries) => {
    if (!(await isRestorable(queries, address, id))) return null
    const row = await queries
      .updateTable('label_entry')
      .set({ removed_at: null, removed_reason: null })
      .where('address', '=', address)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordLabelChange(queries, { ...row, labelId: id, action: 'restored', reason })
    return toLabel(row)
  })
}

async function isRestorable(queries: LabelQueries, address: Address, id: number): Promise<boolean> {
  const entries = await queries
    .selectFrom('label_entry')
    .selectAll()
    .where('address', '=', address)
    .execute()
  const removed = entries.find((entry) => entry.id === id && entry.removed_at !== null)
  if (removed === undefined) return false
  return !entries.some(
    ({ kind, source, removed_at }) =>
      removed_at === null && kind === removed.kind && source === removed.source,
  )
}
