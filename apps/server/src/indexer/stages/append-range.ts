import type { Block } from '@app/flow/read/chain.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import type { FetchedRange } from '../fetch/fetch-range.ts'
import { writeRange } from '../write/write-range.ts'
import { checkContinuityAbove } from './check-continuity.ts'

export interface AppendRangeInput {
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
  const { rows, hasContractEvents } = fetched
  await writeRange(pool, { network, rows, hasContractEvents, before: live, after })
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
