import type { Context } from '../runtime/context.ts'
import { type Coverage, loadCoverage } from './load-coverage.ts'

export interface IndexedTip extends Coverage {
  /** Number of sealed blocks that are not indexed yet. */
  lagBlocks: number
}

/**
 * Loads the highest indexed block and the number of sealed blocks above it; `null` while nothing is
 * indexed.
 */
export async function loadIndexedTip(context: Pick<Context, 'db'>): Promise<IndexedTip | null> {
  const coverage = await loadCoverage(context.db)
  if (coverage === null) return null
  return { ...coverage, lagBlocks: Math.max(0, coverage.nodeHeight - coverage.toHeight) }
}
