import type { Context } from '../runtime/context.ts'
import { changeLabels, recordLabelChange } from './change-labels.ts'
import type { Label, NewLabel } from './label.ts'
import { findCurrentLabel, insertLabel, type LabelQueries, updateLabel } from './queries.ts'

/**
 * Adds a label, or updates the current one of the same source and kind. Idempotent. Returns the
 * resulting label.
 */
export function upsertLabel(context: Pick<Context, 'db'>, label: NewLabel): Promise<Label> {
  return changeLabels(context.db, (queries) => upsertLabelInTransaction(queries, label))
}

/** Like `upsertLabel` for several labels, all or none. */
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
