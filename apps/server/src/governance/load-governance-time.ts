import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { loadCoverage } from '../facts/load-coverage.ts'
import { PUBLICATION_EVENT } from './mirror/write-event.ts'

/**
 * Loads the block time up to which the dao_* tables are complete, in Unix seconds: that of the
 * latest indexed block, or just before the first event that is not mirrored yet. 0 while nothing is
 * indexed.
 */
export async function loadGovernanceTime(db: Kysely<Tables>): Promise<number> {
  const coverage = await loadCoverage(db)
  if (coverage === null) return 0
  const tip = sql`${Math.floor(coverage.timeMs / 1000)}::bigint`
  const { rows } = await sql<{ now: number }>`select ${buildGovernanceTime(tip)} as now`.execute(db)
  return rows[0]?.now ?? 0
}

/**
 * SQL: the block time of the earliest event that is not mirrored yet, in Unix milliseconds, or of the earliest block whose
 * contract events are not read yet; null when every indexed event is mirrored.
 */
const WAITING_MS = sql<number | null>`least(
  (select min(block_ms) from chain_contract_event
   where seq > (select seq from dao_cursor) and type <> ${PUBLICATION_EVENT}),
  (select coalesce(max(block_ms), 0) + 1000 from chain_contract_event, chain_contract_cursor
   where chain_contract_event.height <= chain_contract_cursor.height
   having not exists (
     select from chain_contract_cursor join chain_cursor on direction = 'live'
     where height >= to_height)))`

/** SQL: the same as `loadGovernanceTime` where `tip` is the time of the latest indexed block, in Unix seconds. */
export const buildGovernanceTime = (tip: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`least(${tip}, ${WAITING_MS} / 1000 - 1)`

/** Loads `WAITING_MS`. */
export async function loadWaitingMs(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ waitingMs: number | null }>`
    select ${WAITING_MS} as "waitingMs"`.execute(db)
  return rows[0]?.waitingMs ?? null
}
