import { findCurrentLabel, removeLabel, upsertLabels } from '../labels/change-labels.ts'
import type { NewLabel } from '../labels/label.ts'
import type { Context } from '../runtime/context.ts'
import type { DatedLabelChange } from './read-source.ts'

/**
 * `dated`: each entry stands from the first block after it was made until it was removed. `current`: the entries
 * that stand now stand at every block.
 */
export type LabelMode = 'dated' | 'current'

/** Applies the changes of the lists up to a block time, in Unix milliseconds. */
export type LabelTimeline = (timeMs: number) => Promise<void>

/** Creates the timeline of changes, oldest first, in a database without labels. */
export function createLabelTimeline(
  context: Pick<Context, 'db'>,
  changes: readonly DatedLabelChange[],
  mode: LabelMode,
): LabelTimeline {
  let next = 0
  const isDue = (change: DatedLabelChange | undefined, timeMs: number) =>
    change !== undefined && (mode === 'current' || change.atMs <= timeMs)
  return async (timeMs) => {
    const from = next
    while (isDue(changes[next], timeMs)) next += 1
    const due = keepLast(changes.slice(from, next))
    const added = due.filter(({ isRemoval }) => !isRemoval).map(({ label }) => label)
    if (added.length > 0) await upsertLabels(context, added)
    for (const { label, isRemoval } of due) if (isRemoval) await removeIfCurrent(context, label)
  }
}

/** The last change of each entry. */
function keepLast(changes: readonly DatedLabelChange[]): DatedLabelChange[] {
  const toKey = ({ address, kind, source }: NewLabel) => JSON.stringify([address, kind, source])
  return [...new Map(changes.map((change) => [toKey(change.label), change])).values()]
}

async function removeIfCurrent(context: Pick<Context, 'db'>, label: NewLabel): Promise<void> {
  const current = await findCurrentLabel(context.db, label)
  if (current === null) return
  const { address, id } = current
  await removeLabel(context, { address, id, reason: 'It was removed at that time.' })
}
