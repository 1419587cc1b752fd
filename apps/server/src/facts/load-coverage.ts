import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** The contiguous range of blocks whose events are all indexed. */
export interface Coverage {
  fromHeight: number
  toHeight: number
  /** Block time of `toHeight`. */
  timeMs: number
  /** Highest height reported by the node. */
  nodeHeight: number
  /** Which decoding has read which of the blocks. */
  decoded: DecodedRange[]
}

interface DecodedRange {
  fromHeight: number
  toHeight: number
  decoding: number
}

/**
 * Loads the covered range; `null` while nothing is indexed. Back-fill ends where the live range
 * begins, so both form one range.
 */
export async function loadCoverage(db: Kysely<Tables>): Promise<Coverage | null> {
  const { rows } = await sql<Coverage>`
    select least(live.from_height, backfill.from_height) as "fromHeight",
      live.to_height as "toHeight", live.block_ms as "timeMs", live.node_height as "nodeHeight",
      coalesce(decoded.ranges, '[]') as decoded
    from chain_cursor live
    left join chain_cursor backfill on backfill.direction = 'backfill'
    cross join (
      select jsonb_agg(jsonb_build_object('fromHeight', from_height, 'toHeight', to_height,
        'decoding', decoding) order by from_height) as ranges
      from chain_decoded
    ) decoded
    where live.direction = 'live' and live.block_ms is not null`.execute(db)
  return rows[0] ?? null
}

/** SQL: the number of indexed blocks that were read by an earlier decoding than this one. */
export const selectOutdatedBlocks = (decoding: number): RawBuilder<number> => sql`
  (select coalesce(sum(to_height - from_height + 1), 0) from chain_decoded
   where decoding < ${sql.lit(decoding)})`

/** Counts the blocks from a height to another one that were read by an earlier decoding than `decoding`. */
export function countOutdated(
  { decoded }: Pick<Coverage, 'decoded'>,
  { fromHeight, toHeight, decoding }: DecodedRange,
): number {
  return decoded
    .filter((range) => range.decoding < decoding)
    .map((range) => Math.min(range.toHeight, toHeight) - Math.max(range.fromHeight, fromHeight) + 1)
    .reduce((sum, blocks) => sum + Math.max(0, blocks), 0)
}

/** Reads the time of the latest indexed block in Unix milliseconds; 0 while nothing is indexed. */
export async function readBlockTimeMs(db: Kysely<Tables>): Promise<number> {
  return (await loadCoverage(db))?.timeMs ?? 0
}
