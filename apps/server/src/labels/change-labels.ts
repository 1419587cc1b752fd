import { computeListHash } from '@app/score/canonical/evidence-hash.ts'
import type { Context } from '../runtime/context.ts'
import type { Label, NewLabel } from './label.ts'
import { readAccountLists } from './read-labels.ts'
import {
  addToListedCount,
  appendLabelChange,
  countScamEntries,
  findCurrentLabel,
  findLabelRemovedByAppeal,
  insertLabel,
  type LabelChange,
  type LabelKey,
  type LabelQueries,
  markLabelRemoved,
  readAndLockLabelSeq,
  updateLabel,
  updateListHash,
} from './write-labels.ts'

/**
 * Runs `work` in a transaction while no other label change runs, so that sequence numbers follow
 * the order of commits.
 */
function changeLabels<T>(
  db: LabelQueries,
  work: (queries: LabelQueries) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (queries) => {
    const seqBefore = await readAndLockLabelSeq(queries)
    const result = await work(queries)
    if ((await readAndLockLabelSeq(queries)) !== seqBefore) await recomputeListHash(queries)
    return result
  })
}

/** Stores the hash of the lists once per label change: scores read it instead of the lists. */
async function recomputeListHash(queries: LabelQueries): Promise<void> {
  await updateListHash(queries, computeListHash(await readAccountLists({ db: queries })))
}

/** Appends to the log of label changes and updates the count of listed accounts. */
async function recordLabelChange(queries: LabelQueries, change: LabelChange): Promise<void> {
  await appendLabelChange(queries, change)
  await updateListedCount(queries, change)
}

/**
 * Updates the count of listed accounts; only an account's first current entry, or the removal of
 * its last one, changes it.
 */
async function updateListedCount(queries: LabelQueries, { address, kind, action }: LabelChange) {
  if (kind !== 'scam' || action === 'changed') return
  const delta = computeListedDelta(action, await countScamEntries(queries, address))
  if (delta !== 0) await addToListedCount(queries, delta)
}

function computeListedDelta(action: LabelChange['action'], current: number): -1 | 0 | 1 {
  if (action === 'removed') return current === 0 ? -1 : 0
  return current === 1 ? 1 : 0
}

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

interface LabelRemoval extends LabelKey {
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
