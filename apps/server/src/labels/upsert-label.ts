import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Context } from '../runtime/context.ts'
import { changeLabels, type LabelQueries, recordLabelChange } from './change-labels.ts'
import { type Label, type NewLabel, toLabel } from './label.ts'

/**
 * Puts an account on a list, or updates the current entry of the same source and kind. Saying the same
 * again changes nothing. Returns the entry that is current afterwards.
 */
export function upsertLabel(context: Pick<Context, 'db'>, label: NewLabel): Promise<Label> {
  return changeLabels(context.db, (queries) => upsertLabelWithin(queries, label))
}

/** As `listAccount`, inside a change that is already under way. */
export async function upsertLabelWithin(queries: LabelQueries, label: NewLabel): Promise<Label> {
  const current = await findCurrentLabel(queries, label)
  if (current === null) return await addLabel(queries, label)
  if (current.confidence === label.confidence && current.reason === label.reason) return current
  return await updateLabel(queries, current, label)
}

async function findCurrentLabel(queries: LabelQueries, label: NewLabel): Promise<Label | null> {
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
    .values({ address, kind, source, reason, confidence: toConfidenceUnits(label.confidence) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordLabelChange(queries, { address, kind, labelId: row.id, action: 'added', reason })
  return toLabel(row)
}

async function updateLabel(queries: LabelQueries, current: Label, label: NewLabel): Promise<Label> {
  const { address, kind, reason } = label
  const row = await queries
    .updateTable('label_entry')
    .set({ reason, confidence: toConfidenceUnits(label.confidence) })
    .where('address', '=', address)
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordLabelChange(queries, { address, kind, labelId: row.id, action: 'changed', reason })
  return toLabel(row)
}

function toConfidenceUnits(confidence: number): number {
  return Math.round(confidence * FACTOR_UNIT)
}
