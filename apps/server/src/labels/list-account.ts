import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Context } from '../context.ts'
import { changeLabels, type LabelQueries, recordChange } from './change-labels.ts'
import { type Label, type NewLabel, toLabel } from './label.ts'

/**
 * Puts an account on a list, or updates the current entry of the same source and kind. Saying the same
 * again changes nothing. Returns the entry that is current afterwards.
 */
export function listAccount(context: Pick<Context, 'db'>, label: NewLabel): Promise<Label> {
  return changeLabels(context.db, (queries) => listWithin(queries, label))
}

/** As `listAccount`, inside a change that is already under way. */
export async function listWithin(queries: LabelQueries, label: NewLabel): Promise<Label> {
  const current = await currentLabel(queries, label)
  if (current === null) return await addLabel(queries, label)
  if (current.confidence === label.confidence && current.reason === label.reason) return current
  return await changeLabel(queries, current, label)
}

async function currentLabel(queries: LabelQueries, label: NewLabel): Promise<Label | null> {
  const row = await queries
    .selectFrom('label_entry')
    .selectAll()
    .where('address', '=', label.address)
    .where('kind', '=', label.kind)
    .where('source', '=', label.source)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : toLabel(row)
}

async function addLabel(queries: LabelQueries, label: NewLabel): Promise<Label> {
  const { address, kind, source, reason } = label
  const row = await queries
    .insertInto('label_entry')
    .values({ address, kind, source, reason, confidence: unitsOf(label.confidence) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(queries, { address, kind, labelId: row.id, action: 'added', reason })
  return toLabel(row)
}

async function changeLabel(queries: LabelQueries, current: Label, label: NewLabel): Promise<Label> {
  const { address, kind, reason } = label
  const row = await queries
    .updateTable('label_entry')
    .set({ reason, confidence: unitsOf(label.confidence) })
    .where('address', '=', address)
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordChange(queries, { address, kind, labelId: row.id, action: 'changed', reason })
  return toLabel(row)
}

function unitsOf(confidence: number): number {
  return Math.round(confidence * FACTOR_UNIT)
}
