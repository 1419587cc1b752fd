import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { CursorRow } from '../../db/chain-tables.ts'
import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { type BlockRange, computeFirstHeight, findNextLiveRange } from '../next-range.ts'
import { writeRange } from '../write/write-range.ts'
import { checkContinuityAbove, checkTip } from './check-continuity.ts'
import { readCursors } from './read-cursors.ts'

/** Indexes sealed blocks upwards to the tip, a range at a time. */
export function createLiveStage(context: Context): Stage {
  return {
    name: 'live',
    step: async () =>
      (await tryWithAdvisoryLock(context.pool, 'live', () => stepLive(context))) ?? 'idle',
  }
}

async function stepLive(context: Context): Promise<'more' | 'idle'> {
  const { flow, config, db } = context
  const tip = await flow.getLatestBlock()
  const { live } = await readCursors(db)
  if (live !== null) checkTip(live, tip, NETWORKS[config.network].tipToleranceBlocks)
  const coveredTo = live?.to_height ?? (await computeHeightBeforeFirst(context, tip))
  const range = findNextLiveRange(coveredTo, tip.height)
  if (range === null) {
    await recordTip(context, live, tip)
    return 'idle'
  }
  const fetched = await fetchLiveRange(context, range, tip)
  if (live !== null) checkContinuityAbove(live, fetched)
  const after = buildNextLiveCursor(live, fetched, tip)
  await writeRange(context.pool, {
    network: config.network,
    rows: fetched.rows,
    before: live,
    after,
  })
  return 'more'
}

async function computeHeightBeforeFirst({ flow, config }: Context, tip: Block): Promise<number> {
  const { startHeight } = config.flow
  const nodeRoot = startHeight === 'recent' ? (await flow.getNodeVersion()).nodeRootHeight : 0
  return computeFirstHeight(startHeight, { tip: tip.height, nodeRoot }) - 1
}

/** What the node no longer keeps will not come back: a gap is said, never jumped. */
async function fetchLiveRange(
  context: Context,
  range: BlockRange,
  tip: Block,
): Promise<FetchedRange> {
  const { flow, config } = context
  try {
    return await fetchRange(flow, { network: config.network, range, tipMs: tip.timeMs })
  } catch (error) {
    if (!(error instanceof NodeNotFoundError)) throw error
    const { nodeRootHeight } = await flow.getNodeVersion()
    if (nodeRootHeight <= range.fromHeight) throw error
    throw new FatalError(
      `The next block to index is ${range.fromHeight}, but the node keeps blocks from ${nodeRootHeight} on only; name a node that still has them in FLOW_ACCESS_NODE, or start with an empty database.`,
      { cause: error },
    )
  }
}

/** The cursor of the live range once `fetched` is written above what `live` covers. */
export function buildNextLiveCursor(
  live: CursorRow | null,
  fetched: FetchedRange,
  tip: Block,
): CursorRow {
  const { fromHeight, toHeight, last, first } = fetched
  return {
    direction: 'live',
    from_height: live?.from_height ?? fromHeight,
    to_height: toHeight,
    block_id: last.blockId,
    // Of the lowest block of the live range: where back-fill joins it.
    parent_id: live === null ? first.parentId : live.parent_id,
    block_ms: last.blockTimeMs,
    node_height: tip.height,
  }
}

async function recordTip({ db }: Context, live: CursorRow | null, tip: Block): Promise<void> {
  if (live === null || live.node_height >= tip.height) return
  await db
    .updateTable('chain_cursor')
    .set({ node_height: tip.height })
    .where('direction', '=', 'live')
    .execute()
}
