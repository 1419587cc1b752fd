import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { BLOCKS_PER_RANGE, findNextBackfillRange } from '../next-range.ts'
import { writeRange } from '../write/write-range.ts'
import { checkContinuityBelow } from './check-continuity.ts'
import { readCursors } from './read-cursors.ts'

/**
 * Creates the stage that indexes blocks downwards from the start of the live range to the node's
 * first block, if the live range began near the tip. Pauses while the live range lags behind.
 */
export function createBackfillStage(context: Context): Stage {
  const readNodeRootHeight = memoizeSuccess(
    async () => (await context.flow.getNodeVersion()).nodeRootHeight,
  )
  const step = async () => {
    if (context.config.flow.startHeight !== 'recent') return 'idle'
    return await tryWithAdvisoryLock(context.pool, 'backfill', () =>
      stepBackfill(context, readNodeRootHeight),
    )
  }
  return { name: 'backfill', step: async () => (await step()) ?? 'idle' }
}

async function stepBackfill(
  context: Context,
  findFloor: () => Promise<number>,
): Promise<'more' | 'idle'> {
  const { flow, config, db, pool } = context
  const { live, backfill } = await readCursors(db)
  if (live === null || live.node_height - live.to_height > BLOCKS_PER_RANGE) return 'idle'
  const boundary = backfill ?? live
  const range = findNextBackfillRange(boundary.from_height, await findFloor())
  if (range === null) return 'idle'
  const { network } = config
  const fetched = await fetchRange(flow, { network, range, tipMs: live.block_ms ?? 0 })
  checkContinuityBelow(boundary, fetched)
  const after = buildNextBackfillCursor(live, fetched)
  const { rows, hasContractEvents } = fetched
  await writeRange(pool, { network, rows, hasContractEvents, before: backfill, after })
  return 'more'
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
