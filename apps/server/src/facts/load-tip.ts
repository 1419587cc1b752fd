import type { Context } from '../runtime/context.ts'
import { type Coverage, loadCoverage } from './load-coverage.ts'

export interface Tip extends Coverage {
  /** Number of sealed blocks that are not indexed yet. */
  lagBlocks: number
}

/**
 * Loads the highest indexed block and its lag behind the chain; `null` while nothing is indexed.
 */
export async function loadTip(context: Pick<Context, 'db'>): Promise<Tip | null> {
  const coverage = await loadCoverage(context.db)
  if (coverage === null) return null
  return { ...coverage, lagBlocks: Math.max(0, coverage.nodeHeight - coverage.toHeight) }
}
