import type { DecodedRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { createLockedStage, type Stage } from '../../runtime/stage.ts'
import { mergeRows } from '../decode/build-rows.ts'
import { DECODING, type Decoding, getDecoding } from '../decode/decoding.ts'
import { type BatchPlan, createBatchQueue } from '../fetch/fetch-batch.ts'
import { type FetchedRange, fetchRange } from '../fetch/fetch-range.ts'
import { BLOCKS_PER_RANGE, findNextBackfillRange } from '../next-range.ts'
import { writeReread } from '../write/write-reread.ts'
import { checkBatchBelow } from './append-range.ts'
import { findNewestOutdatedRange, isJudgingVotes, readCursors } from './cursors.ts'

/**
 * Creates the stage that reads blocks again which an earlier decoding has read, newest first, as far down as the node has
 * them. Pauses while the live range lags behind, and while a signer judges votes by these sums; the back-fill waits for it.
 * Contract events are not read again.
 */
export function createRereadStage(
  context: Context,
  decoding: Decoding = getDecoding(DECODING),
): Stage {
  const source: RereadSource = { takeBatch: createBatchQueue(), decoding }
  const step = () => stepReread(context, source)
  return createLockedStage(context, { name: 'reread', lock: 'reread', step })
}

interface RereadSource {
  takeBatch: (plan: BatchPlan) => Promise<FetchedRange[]>
  decoding: Decoding
}

async function stepReread(context: Context, source: RereadSource): Promise<'more' | 'idle'> {
  const { config, db, pool } = context
  const { network } = config
  const { live } = await readCursors(db)
  if (live === null || live.node_height - live.to_height > BLOCKS_PER_RANGE) return 'idle'
  if (await isJudgingVotes(db)) return 'idle'
  const outdated = await findNewestOutdatedRange(db, source.decoding.number)
  const plan = outdated && (await planBatch(context, source, outdated, live.block_ms ?? 0))
  if (plan === null || outdated === null) return 'idle'
  const batch = await source.takeBatch(plan)
  const { fromHeight, first } = checkBatchBelow({ parent_id: outdated.block_id }, batch)
  await writeReread(pool, {
    network,
    rows: mergeRows(batch.map(({ rows }) => rows)),
    decoding: source.decoding.number,
    outdated,
    fromHeight,
    parentId: first.parentId,
  })
  return 'more'
}

/** Returns which blocks are read next; `null` when the node does not have them any more. */
async function planBatch(
  { flow, config }: Context,
  { decoding }: RereadSource,
  { from_height, to_height }: DecodedRow,
  tipMs: number,
): Promise<BatchPlan | null> {
  const { nodeRootHeight } = await flow.getNodeVersion()
  const floor = Math.max(from_height, nodeRootHeight)
  const first = findNextBackfillRange(to_height + 1, floor)
  if (first === null) return null
  const {
    network,
    flow: { evmTokens },
  } = config
  const query = { network, evmTokens, tipMs, decoding, isWithoutContractEvents: true }
  return {
    first,
    findNext: ({ fromHeight }) => findNextBackfillRange(fromHeight, floor),
    fetch: (range) => fetchRange(flow, { ...query, range }),
  }
}
