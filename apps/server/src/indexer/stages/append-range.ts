import type { Block } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { FetchedRange } from '../fetch/fetch-range.ts'
import { writeRange } from '../write/write-range.ts'

interface AppendRangeInput {
  /** The cursor of the live range; `null` before its first block. */
  live: CursorRow | null
  fetched: FetchedRange
  tip: Block
}

/**
 * Writes a fetched range above the live range and returns the new cursor. Throws `FatalError` when
 * the range does not follow the block below it.
 */
export async function appendRange(
  { pool, config }: Pick<Context, 'pool' | 'config'>,
  { live, fetched, tip }: AppendRangeInput,
): Promise<CursorRow> {
  if (live !== null) checkContinuityAbove(live, fetched)
  const after = buildNextLiveCursor(live, fetched, tip)
  const { network } = config
  const { rows, decoding, hasContractEvents } = fetched
  await writeRange(pool, { network, rows, decoding, hasContractEvents, before: live, after })
  return after
}

function buildNextLiveCursor(live: CursorRow | null, fetched: FetchedRange, tip: Block): CursorRow {
  const { fromHeight, toHeight, last, first } = fetched
  return {
    direction: 'live',
    from_height: live?.from_height ?? fromHeight,
    to_height: toHeight,
    block_id: last.blockId,
    // Identifies the lowest block of the live range, where back-fill ends.
    parent_id: live === null ? first.parentId : live.parent_id,
    block_ms: last.blockTimeMs,
    node_height: tip.height,
  }
}

/** What the operator must do when the chain is not continuous. */
const WHAT_TO_DO =
  'The chain was restarted or rolled back, or this database belongs to another chain; nothing more is indexed. Start with an empty database, or with the chain that it was filled from.'

/** Throws `FatalError` unless the first fetched block is the child of the highest indexed one. */
function checkContinuityAbove(before: CursorRow, { first }: FetchedRange): void {
  if (before.block_id === null || first.parentId === before.block_id) return
  throw new FatalError(
    `Block ${first.height} has the parent ${first.parentId}, but the block indexed before it is ${before.block_id}. ${WHAT_TO_DO}`,
  )
}

/** Throws `FatalError` unless the last fetched block is the parent of the lowest indexed one. */
function checkContinuityBelow(before: Pick<CursorRow, 'parent_id'>, { last }: FetchedRange): void {
  if (before.parent_id === null || last.blockId === before.parent_id) return
  throw new FatalError(
    `Block ${last.height} is ${last.blockId}, but the block indexed above it has the parent ${before.parent_id}. ${WHAT_TO_DO}`,
  )
}

/**
 * Checks that each range is just below the one before it, the first one below `boundary`; returns the lowest. Throws
 * `FatalError` when one is not.
 */
export function checkBatchBelow(
  boundary: Pick<CursorRow, 'parent_id'>,
  batch: readonly FetchedRange[],
): FetchedRange {
  let above = boundary
  let lowest: FetchedRange | undefined
  for (const fetched of batch) {
    checkContinuityBelow(above, fetched)
    above = { parent_id: fetched.first.parentId }
    lowest = fetched
  }
  if (lowest === undefined) throw new Error('a batch has at least one range')
  return lowest
}

/**
 * Throws `FatalError` when the tip is below the highest indexed block, or is a different block at
 * the same height.
 */
export function checkTip(before: CursorRow, tip: Block, tolerance: number): void {
  if (tip.height < before.to_height - tolerance) {
    throw new FatalError(
      `The node is at height ${tip.height}, but blocks up to ${before.to_height} are indexed. ${WHAT_TO_DO}`,
    )
  }
  if (tip.height === before.to_height && before.block_id !== null && tip.id !== before.block_id) {
    throw new FatalError(
      `Block ${tip.height} is ${tip.id}, but ${before.block_id} was indexed. ${WHAT_TO_DO}`,
    )
  }
}
