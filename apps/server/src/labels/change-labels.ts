import { computeListHash } from '@app/score/canonical/list-hash.ts'
import {
  addToListedCount,
  appendLabelChange,
  countScamEntries,
  type LabelChange,
  type LabelQueries,
  readAndLockLabelSeq,
  updateListHash,
} from './queries.ts'
import { readAccountLists } from './read-account-lists.ts'

/**
 * Runs `work` in a transaction while no other label change runs, so that sequence numbers follow
 * the order of commits.
 */
export function changeLabels<T>(
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
export async function recordLabelChange(queries: LabelQueries, change: LabelChange): Promise<void> {
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
