import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { mergeRows, type RangeRows } from '../decode/build-rows.ts'
import { DECODING, type Decoding, getDecoding } from '../decode/decoding.ts'
import { createBatchQueue } from '../fetch/fetch-batch.ts'
import { type FetchedRange, fetchRange, type RangeQuery } from '../fetch/fetch-range.ts'
import { BLOCKS_PER_RANGE, findNextBackfillRange } from '../next-range.ts'
import { writeRange } from '../write/write-range.ts'
import { writeReread } from '../write/write-reread.ts'
import { checkBatchBelow } from './append-range.ts'
import { findNewestOutdatedRange, isJudgingVotes, readCursors } from './cursors.ts'

/**
 * Creates the stage that indexes blocks downwards from the start of the live range to the node's
 * first block, if the live range began near the tip. Pauses while the live range lags behind, and
 * while blocks are to be read again, which are newer.
 */
export function createBackfillStage(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): Stage {
  const { config, db, pool } = context
  const readBelow = createReader(context, { decoding })
  const step = async () => {
    const { live, backfill } = await readCursors(db)
    if (config.flow.startHeight !== 'recent' || live === null || isLagging(live)) return 'idle'
    if ((await findNewestOutdatedRange(db, decoding.number)) !== null) return 'idle'
    const { from_height: above, parent_id } = backfill ?? live
    const batch = await readBelow({ above, floor: 0, parent_id }, live)
    if (batch === null) return 'idle'
    await writeRange(pool, {
      network: config.network,
      ...batch,
      decoding: decoding.number,
      before: backfill,
      after: buildNextCursor(live, batch.lowest),
    })
    return 'more'
  }
  return createLockedStage(context, { name: 'backfill', lock: 'backfill', step })
}

/**
 * Creates the stage that reads blocks again which an earlier decoding has read, newest first, as far down as the node has
 * them. Pauses while the live range lags behind, and while a signer judges votes by these sums; the back-fill waits for it.
 * Contract events are not read again.
 */
export function createRereadStage(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): Stage {
  const { config, db, pool } = context
  const readBelow = createReader(context, { decoding, isWithoutContractEvents: true })
  const step = async () => {
    const { live } = await readCursors(db)
    if (live === null || isLagging(live) || (await isJudgingVotes(db))) return 'idle'
    const outdated = await findNewestOutdatedRange(db, decoding.number)
    if (outdated === null) return 'idle'
    const { from_height: floor, to_height, block_id } = outdated
    const batch = await readBelow({ above: to_height + 1, floor, parent_id: block_id }, live)
    if (batch === null) return 'idle'
    const { rows, lowest } = batch
    await writeReread(pool, {
      ...{ network: config.network, rows, decoding: decoding.number, outdated },
      ...{ fromHeight: lowest.fromHeight, parentId: lowest.first.parentId },
    })
    return 'more'
  }
  return createLockedStage(context, { name: 'reread', lock: 'reread', step })
}

const isLagging = (live: CursorRow): boolean => live.node_height - live.to_height > BLOCKS_PER_RANGE

/** Blocks below a height, of which the highest must have this id; `null`: it is not known. */
interface BlocksBelow {
  above: number
  floor: number
  parent_id: string | null
}

interface Batch {
  rows: RangeRows
  hasContractEvents: boolean
  lowest: FetchedRange
}

/**
 * Creates a function that reads the next blocks downwards; `null` when the node has none of them. While one batch of
 * ranges is written, the next one is fetched.
 */
function createReader(
  context: Context,
  reading: Pick<RangeQuery, 'decoding' | 'isWithoutContractEvents'>,
): (blocks: BlocksBelow, live: CursorRow) => Promise<Batch | null> {
  const takeBatch = createBatchQueue()
  return async ({ above, floor, parent_id }, live) => {
    // Asked again in each step: after a spork the same node begins later.
    const { nodeRootHeight } = await context.flow.getNodeVersion()
    const lowestHeight = Math.max(floor, nodeRootHeight)
    const first = findNextBackfillRange(above, lowestHeight)
    if (first === null) return null
    const ranges = await takeBatch({
      first,
      findNext: ({ fromHeight }) => findNextBackfillRange(fromHeight, lowestHeight),
      fetch: (range) => fetchRange(context, { ...reading, range, tipMs: live.block_ms ?? 0 }),
    })
    return {
      lowest: checkBatchBelow({ parent_id }, ranges),
      rows: mergeRows(ranges.map(({ rows }) => rows)),
      hasContractEvents: ranges.every(({ hasContractEvents }) => hasContractEvents),
    }
  }
}

const buildNextCursor = (live: CursorRow, { fromHeight, first }: FetchedRange): CursorRow => ({
  direction: 'backfill',
  from_height: fromHeight,
  to_height: live.from_height - 1,
  block_id: first.blockId,
  parent_id: first.parentId,
  block_ms: first.blockTimeMs,
  node_height: live.node_height,
})
