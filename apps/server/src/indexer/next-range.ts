import type { StartHeight } from '../config.ts'

/** Blocks from `fromHeight` to `toHeight`, both included. */
export interface BlockRange {
  fromHeight: number
  toHeight: number
}

/** Most blocks that a node gives events of in one answer. */
export const BLOCKS_PER_RANGE = 250

/** Blocks of one day on testnet: 2 a second. */
export const RECENT_BLOCKS = 172_800

/** The next blocks above what is covered, `null` when the tip is reached. */
export function findNextLiveRange(coveredTo: number, tip: number): BlockRange | null {
  if (coveredTo >= tip) return null
  return { fromHeight: coveredTo + 1, toHeight: Math.min(coveredTo + BLOCKS_PER_RANGE, tip) }
}

/** The next blocks below what is covered, `null` when `floor`, the lowest wanted one, is. */
export function findNextBackfillRange(coveredFrom: number, floor: number): BlockRange | null {
  if (coveredFrom <= floor) return null
  return { fromHeight: Math.max(coveredFrom - BLOCKS_PER_RANGE, floor), toHeight: coveredFrom - 1 }
}

/** The first block to index: the one that was asked for, or one day back as far as the node goes. */
export function computeFirstHeight(
  start: StartHeight,
  { tip, nodeRoot }: { tip: number; nodeRoot: number },
): number {
  return start === 'recent' ? Math.max(tip - RECENT_BLOCKS, nodeRoot) : start
}
