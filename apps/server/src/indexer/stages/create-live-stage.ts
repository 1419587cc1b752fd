import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { Block, BlockRange } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { DECODING, type Decoding, getDecoding } from '../decode/decoding.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { computeFirstHeight, findNextLiveRange } from '../next-range.ts'
import { appendRange, checkTip } from './append-range.ts'
import { readCursors, recordTip } from './cursors.ts'

/** Creates the stage that indexes sealed blocks upwards to the tip, one range per step. */
export function createLiveStage(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): Stage {
  return createLockedStage(context, {
    name: 'live',
    lock: 'live',
    step: () => stepLive(context, decoding),
  })
}

async function stepLive(context: Context, decoding: Decoding): Promise<'more' | 'idle'> {
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
  const fetched = await fetchLiveRange(context, { live, range, tip, decoding })
  await appendRange(context, { live, fetched, tip })
  return 'more'
}

async function computeHeightBeforeFirst({ flow, config }: Context, tip: Block): Promise<number> {
  const { startHeight } = config.flow
  const nodeRoot = startHeight === 'recent' ? (await flow.getNodeVersion()).nodeRootHeight : 0
  return computeFirstHeight(startHeight, { tip: tip.height, nodeRoot }) - 1
}

interface LiveRange {
  /** The cursor of the live range; `null` before its first block. */
  live: CursorRow | null
  range: BlockRange
  tip: Block
  decoding: Decoding
}

/**
 * Fetches a range. Throws `FatalError` when the node does not have its blocks: indexing stops at a gap
 * and never skips blocks.
 */
async function fetchLiveRange(
  context: Context,
  { live, range, tip, decoding }: LiveRange,
): Promise<FetchedRange> {
  try {
    return await fetchRange(context, { range, tipMs: tip.timeMs, decoding })
  } catch (error) {
    if (!(error instanceof NodeNotFoundError)) throw error
    const { nodeRootHeight } = await context.flow.getNodeVersion()
    if (nodeRootHeight <= range.fromHeight) throw error
    const problem =
      live === null
        ? describeStartBelowRoot(range.fromHeight, nodeRootHeight)
        : describeGap(range.fromHeight, nodeRootHeight)
    throw new FatalError(problem, { cause: error })
  }
}

const describeStartBelowRoot = (fromHeight: number, nodeRoot: number): string =>
  `FLOW_START_HEIGHT is ${fromHeight}, but the node's first block is ${nodeRoot}: a node has the blocks of its spork only. Set FLOW_START_HEIGHT to ${nodeRoot} or higher, or to recent; or name a node that has older blocks in FLOW_ACCESS_NODE.`

const describeGap = (fromHeight: number, nodeRoot: number): string =>
  `The next block to index is ${fromHeight}, but the node keeps blocks from ${nodeRoot} on only; name a node that still has them in FLOW_ACCESS_NODE, or start with an empty database.`
