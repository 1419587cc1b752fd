import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { mergeRows } from '../decode/build-rows.ts'
import { createBatchQueue } from '../fetch/create-batch-queue.ts'
import type { BatchPlan } from '../fetch/fetch-batch.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { BLOCKS_PER_RANGE, findNextBackfillRange } from '../next-range.ts'
import { writeRange } from '../write/write-range.ts'
import { checkContinuityBelow } from './check-continuity.ts'
import { readCursors } from './read-cursors.ts'

/**
 * Creates the stage that indexes blocks downwards from the start of the live range to the node's
 * first block, if the live range began near the tip. Pauses while the live range lags behind.
 * While one batch of ranges is written, the next one is fetched.
 */
export function createBackfillStage(context: Context): Stage {
  const source: BackfillSource = {
    findFloor: memoizeSuccess(async () => (await context.flow.getNodeVersion()).nodeRootHeight),
    takeBatch: createBatchQueue(),
  }
  const step = async () => {
    if (context.config.flow.startHeight !== 'recent') return 'idle'
    return await tryWithAdvisoryLock(context.pool, 'backfill', () => stepBackfill(context, source))
  }
  return { name: 'backfill', step: async () => (await step()) ?? 'idle' }
}

interface BackfillSource {
  /** Returns the lowest block to index. */
  findFloor: () => Promise<number>
  takeBatch: (plan: BatchPlan) => Promise<FetchedRange[]>
}

async function stepBackfill(
  context: Context,
  { findFloor, takeBatch }: BackfillSource,
): Promise<'more' | 'idle'> {
  const { flow, config, db, pool } = context
  const { live, backfill } = await readCursors(db)
  if (live === null || live.node_height - live.to_height > BLOCKS_PER_RANGE) return 'idle'
  const boundary = backfill ?? live
  const floor = await findFloor()
  const first = findNextBackfillRange(boundary.from_height, floor)
  if (first === null) return 'idle'
  const { network } = config
  const batch = await takeBatch({
    first,
    findNext: ({ fromHeight }) => findNextBackfillRange(fromHeight, floor),
    fetch: (range) => fetchRange(flow, { network, range, tipMs: live.block_ms ?? 0 }),
  })
  const lowest = checkBatch(boundary, batch)
  await writeRange(pool, {
    network,
    rows: mergeRows(batch.map(({ rows }) => rows)),
    hasContractEvents: batch.every(({ hasContractEvents }) => hasContractEvents),
    before: backfill,
    after: buildNextBackfillCursor(live, lowest),
  })
  return 'more'
}

/** Checks that each range is just below the one before it; returns the lowest. */
function checkBatch(boundary: CursorRow, batch: readonly FetchedRange[]): FetchedRange {
  let above: Pick<CursorRow, 'parent_id'> = boundary
  let lowest: FetchedRange | undefined
  for (const fetched of batch) {
    checkContinuityBelow(above, fetched)
    above = { parent_id: fetched.first.parentId }
    lowest = fetched
  }
  if (lowest === undefined) throw new Error('a batch has at least one range')
  return lowest
}

function buildNextBackfillCursor(live: CursorRow, { fromHeight, first }: FetchedRange): CursorRow {
  return {
    direction: 'backfill',
    from_height: fromHeight,
    to_height: live.from_height - 1,
    block_id: first.blockId,
    parent_id: first.parentId,
    block_ms: first.blockTimeMs,
    node_height: live.node_height,
  }
}

/** Caches the first successful result; calls again after a failure. */
function memoizeSuccess<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: { value: T } | null = null
  return async () => {
    answer ??= { value: await ask() }
    return answer.value
  }
}
