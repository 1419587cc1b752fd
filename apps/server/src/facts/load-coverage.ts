import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The one range of blocks whose events are all in the tables. */
export interface Coverage {
  fromHeight: number
  toHeight: number
  /** Block time of `toHeight`. */
  timeMs: number
  /** Newest height that the node has shown. */
  nodeHeight: number
}

/** `null` while nothing is indexed. Back-fill ends where the live range begins, so both are one. */
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
