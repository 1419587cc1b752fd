import type { Context } from '../runtime/context.ts'
import { changeLabels, recordLabelChange } from './change-labels.ts'
import type { Label } from './label.ts'
import {
  type LabelKey,
  type LabelQueries,
  listEntries,
  markLabelRemoved,
  undoLabelRemoval,
} from './queries.ts'

export interface LabelRemoval extends LabelKey {
  reason: string
  /** The upheld appeal that removes it: then the same source cannot add it again. */
  appealId?: number | null
}

/**
 * Removes a current label; dependent data is updated. Returns `null` when there is no such current
 * label.
 */
export function removeLabel(
  context: Pick<Context, 'db'>,
  { reason, appealId = null, ...key }: LabelRemoval,
): Promise<Label | null> {
  return changeLabels(context.db, async (queries) => {
    const label = await markLabelRemoved(queries, key, { reason, appealId })
    if (label === null) return null
    await recordLabelChange(queries, { ...label, labelId: key.id, action: 'removed', reason })
    return label
  })
}

/**
 * Restores a removed label. Returns `null` when there is no such removed label, or when the same
 * source has listed the account again.
 */
export function restoreLabel(
  context: Pick<Context, 'db'>,
  { reason, ...key }: LabelRemoval,
): Promise<Label | null> {
  return changeLabels(context.db, async (queries) => {
    if (!(await isRestorable(queries, key))) return null
    const label = await undoLabelRemoval(queries, key)
    await recordLabelChange(queries, { ...label, labelId: key.id, action: 'restored', reason })
    return label
  })
}

async function isRestorable(queries: LabelQueries, { address, id }: LabelKey): Promise<boolean> {
  const entries = await listEntries(queries, address)
  const removed = entries.find((entry) => entry.id === id && entry.removed_at !== null)
  if (removed === undefined) return false
  return !entries.some(
    ({ kind, source, removed_at }) =>
      removed_at === null && kind === removed.kind && source === removed.source,
  )
}
