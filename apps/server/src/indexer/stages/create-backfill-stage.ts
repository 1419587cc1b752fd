import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { mergeRows } from '../decode/build-rows.ts'
import { DECODING, type Decoding, getDecoding } from '../decode/decoding.ts'
import { type BatchPlan, createBatchQueue } from '../fetch/fetch-batch.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { BLOCKS_PER_RANGE, findNextBackfillRange } from '../next-range.ts'
import { writeRange } from '../write/write-range.ts'
import { checkBatchBelow } from './append-range.ts'
import { findNewestOutdatedRange, readCursors } from './cursors.ts'

/**
 * Creates the stage that indexes blocks downwards from the start of the live range to the node's
 * first block, if the live range began near the tip. Pauses while the live range lags behind, and
 * while blocks are to be read again, which are newer.
 * While one batch of ranges is written, the next one is fetched.
 */
export function createBackfillStage(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): Stage {
  const source: BackfillSource = { takeBatch: createBatchQueue(), decoding }
  const step = () => stepBackfill(context, source)
  return createLockedStage(context, { name: 'backfill', lock: 'backfill', step })
}

interface BackfillSource {
  takeBatch: (plan: BatchPlan) => Promise<FetchedRange[]>
  decoding: Decoding
}

async function stepBackfill(
  context: Context,
  { takeBatch, decoding }: BackfillSource,
): Promise<'more' | 'idle'> {
  const { flow, config, db, pool } = context
  if (config.flow.startHeight !== 'recent') return 'idle'
  const { live, backfill } = await readCursors(db)
  if (live === null || live.node_height - live.to_height > BLOCKS_PER_RANGE) return 'idle'
  if ((await findNewestOutdatedRange(db, decoding.number)) !== null) return 'idle'
  const boundary = backfill ?? live
  // Asked again in each step: after a spork the same node begins later.
  const { nodeRootHeight: floor } = await flow.getNodeVersion()
  const first = findNextBackfillRange(boundary.from_height, floor)
  if (first === null) return 'idle'
  const { network } = config
  const { evmTokens } = config.flow
  const batch = await takeBatch({
    first,
    findNext: ({ fromHeight }) => findNextBackfillRange(fromHeight, floor),
    fetch: (range) =>
      fetchRange(flow, { network, evmTokens, range, tipMs: live.block_ms ?? 0, decoding }),
  })
  const lowest = checkBatchBelow(boundary, batch)
  await writeRange(pool, {
    network,
    rows: mergeRows(batch.map(({ rows }) => rows)),
    decoding: decoding.number,
    hasContractEvents: batch.every(({ hasContractEvents }) => hasContractEvents),
    before: backfill,
    after: buildNextBackfillCursor(live, lowest),
  })
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
