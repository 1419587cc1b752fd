import type { Context } from '../runtime/context.ts'
import { type Coverage, countOutdated, loadCoverage } from './load-coverage.ts'

export interface IndexedTip extends Coverage {
  /** Number of sealed blocks that are not indexed yet. */
  lagBlocks: number
  /** Number of indexed blocks that an earlier decoding has read. */
  outdatedBlocks: number
}

/**
 * Loads the highest indexed block, the number of sealed blocks above it, and of those below it that are to be read again;
 * `null` while nothing is indexed.
 */
export async function loadIndexedTip({
  db,
  rules,
}: Pick<Context, 'db' | 'rules'>): Promise<IndexedTip | null> {
  const coverage = await loadCoverage(db)
  if (coverage === null) return null
  const { decoding } = rules.current
  return {
    ...coverage,
    lagBlocks: Math.max(0, coverage.nodeHeight - coverage.toHeight),
    outdatedBlocks: countOutdated(coverage, { ...coverage, decoding }),
  }
}
