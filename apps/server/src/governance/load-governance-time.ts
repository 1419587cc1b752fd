import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadCoverage } from '../facts/load-coverage.ts'

/**
 * Loads the block time up to which the dao_* tables are complete, in Unix seconds: that of the
 * latest indexed block, or just before the first event that is not mirrored yet. 0 while nothing is
 * indexed.
 */
export async function loadGovernanceTime(db: Kysely<Tables>): Promise<number> {
  const coverage = await loadCoverage(db)
  if (coverage === null) return 0
  const waitingMs = await loadWaitingMs(db)
  const tip = Math.floor(coverage.timeMs / 1000)
  return waitingMs === null ? tip : Math.min(tip, Math.floor(waitingMs / 1000) - 1)
}

/**
 * Loads the block time of the earliest event that is not mirrored yet, in Unix milliseconds; `null`
 * when every indexed event is.
 */
export async function loadWaitingMs(db: Kysely<Tables>): Promise<number | null> {
  const waiting = await db
    .selectFrom('chain_contract_event')
    .select(({ fn }) => fn.min('block_ms').as('block_ms'))
    .where('seq', '>', ({ selectFrom }) => selectFrom('dao_cursor').select('seq'))
    .executeTakeFirst()
  const waitingMs = waiting?.block_ms ?? null
  return waitingMs === null ? null : Number(waitingMs)
}
