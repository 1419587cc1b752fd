import type { BlockRange } from '@app/flow/read/chain.ts'
import type { StartHeight } from '../flow-config.ts'

/** Maximum number of blocks in one events request to a node. */
export const BLOCKS_PER_RANGE = 250

/** Number of blocks in one day of testnet: 2 a second. */
const RECENT_BLOCKS = 172_800

/** Returns the next range above the covered blocks, or `null` when the tip is covered. */
export function findNextLiveRange(coveredTo: number, tip: number): BlockRange | null {
  if (coveredTo >= tip) return null
  return { fromHeight: coveredTo + 1, toHeight: Math.min(coveredTo + BLOCKS_PER_RANGE, tip) }
}

/**
 * Returns the next range below the covered blocks, or `null` when `floor`, the lowest wanted block,
 * is covered.
 */
export function findNextBackfillRange(coveredFrom: number, floor: number): BlockRange | null {
  if (coveredFrom <= floor) return null
  return { fromHeight: Math.max(coveredFrom - BLOCKS_PER_RANGE, floor), toHeight: coveredFrom - 1 }
}

/**
 * Returns the first height to index: the configured one, or one day before the tip, but not below
 * the node's first block.
 */
export function computeFirstHeight(
  start: StartHeight,
  { tip, nodeRoot }: { tip: number; nodeRoot: number },
): number {
  return start === 'recent' ? Math.max(tip - RECENT_BLOCKS, nodeRoot) : start
}
