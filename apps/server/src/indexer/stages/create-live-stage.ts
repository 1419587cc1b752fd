import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import { tryWithAdvisoryLock } from '../../db/locks.ts'
import type { Context } from '../../runtime/context.ts'
import type { Stage } from '../../runtime/stage.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { type BlockRange, computeFirstHeight, findNextLiveRange } from '../next-range.ts'
import { appendRange } from './append-range.ts'
import { checkTip } from './check-continuity.ts'
import { recordTip } from './queries.ts'
import { readCursors } from './read-cursors.ts'

/** Creates the stage that indexes sealed blocks upwards to the tip, one range per step. */
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
    if (live !== null) await recordTip(db, live, tip.height)
    return 'idle'
  }
  const fetched = await fetchLiveRange(context, range, tip)
  await appendRange(context, { live, fetched, tip })
  return 'more'
}

async function computeHeightBeforeFirst({ flow, config }: Context, tip: Block): Promise<number> {
  const { startHeight } = config.flow
  const nodeRoot = startHeight === 'recent' ? (await flow.getNodeVersion()).nodeRootHeight : 0
  return computeFirstHeight(startHeight, { tip: tip.height, nodeRoot }) - 1
}

/**
 * Fetches a range. Throws `FatalError` when the node has pruned its blocks: indexing stops at a gap
 * and never skips blocks.
 */
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
