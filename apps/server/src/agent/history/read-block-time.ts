import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { loadCoverage } from '../../facts/load-coverage.ts'

/** Reads the time of the latest indexed block in Unix milliseconds; 0 while nothing is indexed. */
export async function readBlockTimeMs(db: Kysely<Tables>): Promise<number> {
  return (await loadCoverage(db))?.timeMs ?? 0
}
