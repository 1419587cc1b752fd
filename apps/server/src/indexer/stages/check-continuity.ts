import type { Block } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { FetchedRange } from '../fetch/fetch-range.ts'

/** What the operator must do when the chain is not continuous. */
const WHAT_TO_DO =
  'The chain was restarted or rolled back, or this database belongs to another chain; nothing more is indexed. Start with an empty database, or with the chain that it was filled from.'

/** Throws `FatalError` unless the first fetched block is the child of the highest indexed one. */
export function checkContinuityAbove(before: CursorRow, { first }: FetchedRange): void {
  if (before.block_id === null || first.parentId === before.block_id) return
  throw new FatalError(
    `Block ${first.height} has the parent ${first.parentId}, but the block indexed before it is ${before.block_id}. ${WHAT_TO_DO}`,
  )
}

/** Throws `FatalError` unless the last fetched block is the parent of the lowest indexed one. */
export function checkContinuityBelow(
  before: Pick<CursorRow, 'parent_id'>,
  { last }: FetchedRange,
): void {
  if (before.parent_id === null || last.blockId === before.parent_id) return
  throw new FatalError(
    `Block ${last.height} is ${last.blockId}, but the block indexed above it has the parent ${before.parent_id}. ${WHAT_TO_DO}`,
  )
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
