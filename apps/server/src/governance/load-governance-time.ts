import { type Kysely, sql } from 'kysely'
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
  const waitingMs = await loadWaitingMs(db)
  const tip = Math.floor(coverage.timeMs / 1000)
  return waitingMs === null ? tip : Math.min(tip, Math.floor(waitingMs / 1000) - 1)
}

/**
 * Loads the block time of the earliest event that is not mirrored yet, in Unix milliseconds, or of
 * the earliest block whose contract events are not read yet; `null` when every indexed event is
 * mirrored.
 */
export async function loadWaitingMs(db: Kysely<Tables>): Promise<number | null> {
  const { rows } = await sql<{ waitingMs: number | null; unreadMs: number | null }>`
    select
      (select min(block_ms) from chain_contract_event
       where seq > (select seq from dao_cursor) and type <> ${PUBLICATION_EVENT}) as "waitingMs",
      (select coalesce(max(block_ms), 0) + 1000 from chain_contract_event, chain_contract_cursor
       where chain_contract_event.height <= chain_contract_cursor.height
       having not exists (
         select from chain_contract_cursor join chain_cursor on direction = 'live'
         where height >= to_height)) as "unreadMs"`.execute(db)
  const [row] = rows
  const times = [row?.waitingMs ?? null, row?.unreadMs ?? null].filter((time) => time !== null)
  return times.length === 0 ? null : Math.min(...times)
}
