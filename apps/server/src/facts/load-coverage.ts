import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** The contiguous range of blocks whose events are all indexed. */
export interface Coverage {
  fromHeight: number
  toHeight: number
  /** Block time of `toHeight`. */
  timeMs: number
  /** Highest height reported by the node. */
  nodeHeight: number
}

/**
 * Loads the covered range; `null` while nothing is indexed. Back-fill ends where the live range
 * begins, so both form one range.
 */
export async function loadCoverage(db: Kysely<Tables>): Promise<Coverage | null> {
  const rows = await db.selectFrom('chain_cursor').selectAll().execute()
  const live = rows.find((row) => row.direction === 'live')
  const backfill = rows.find((row) => row.direction === 'backfill')
  if (live === undefined || live.block_ms === null) return null
  return {
    fromHeight: backfill?.from_height ?? live.from_height,
    toHeight: live.to_height,
    timeMs: live.block_ms,
    nodeHeight: live.node_height,
  }
}
