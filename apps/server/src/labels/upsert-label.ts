import type { Context } from '../runtime/context.ts'
import { changeLabels, recordLabelChange } from './change-labels.ts'
import type { Label, NewLabel } from './label.ts'
import { findCurrentLabel, insertLabel, type LabelQueries, updateLabel } from './queries.ts'

/**
 * Puts an account on a list, or updates the current entry of the same source and kind. Saying the same
 * again changes nothing. Returns the entry that is current afterwards.
 */
export function upsertLabel(context: Pick<Context, 'db'>, label: NewLabel): Promise<Label> {
  return changeLabels(context.db, (queries) => upsertLabelInTransaction(queries, label))
}

/** As `upsertLabel` for each of the labels, all of them or none. */
export function upsertLabels(
  context: Pick<Context, 'db'>,
  labels: readonly NewLabel[],
): Promise<void> {
  return changeLabels(context.db, async (queries) => {
    for (const label of labels) await upsertLabelInTransaction(queries, label)
  })
}

async function upsertLabelInTransaction(queries: LabelQueries, label: NewLabel): Promise<Label> {
  const { address, kind, reason } = label
  const current = await findCurrentLabel(queries, label)
  if (current?.confidence === label.confidence && current.reason === reason) return current
  const isNew = current === null
  const stored = isNew
    ? await insertLabel(queries, label)
    : await updateLabel(queries, current, label)
  const action = isNew ? 'added' : 'changed'
  await recordLabelChange(queries, { address, kind, labelId: stored.id, action, reason })
  return stored
}
