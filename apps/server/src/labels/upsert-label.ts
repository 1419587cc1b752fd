import type { Context } from '../runtime/context.ts'
import { changeLabels, recordLabelChange } from './change-labels.ts'
import type { Label, NewLabel } from './label.ts'
import {
  findCurrentLabel,
  findLabelRemovedByAppeal,
  insertLabel,
  type LabelQueries,
  updateLabel,
} from './queries.ts'

/**
 * Adds a label, or updates the current one of the same source and kind. Idempotent. Returns the
 * resulting label; the removed one where an upheld appeal removed it for good.
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
  const removed = current === null ? await findLabelRemovedByAppeal(queries, label) : null
  if (removed !== null) return removed
  if (current !== null && isSame(current, label)) return current
  const isNew = current === null
  const stored = isNew
    ? await insertLabel(queries, label)
    : await updateLabel(queries, current, label)
  const action = isNew ? 'added' : 'changed'
  await recordLabelChange(queries, { address, kind, labelId: stored.id, action, reason })
  return stored
}

const isSame = (current: Label, { confidence, reason, contact = null }: NewLabel): boolean =>
  current.confidence === confidence && current.reason === reason && current.contact === contact
