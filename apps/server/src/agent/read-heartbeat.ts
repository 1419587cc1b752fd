import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/**
 * Longer than the maximum pause between two steps of the outbox, which backs off up to a minute.
 */
const HEARTBEAT_TIMEOUT = '90 seconds'

export interface Heartbeat {
  /** Whether a process with the role `agent` recorded a heartbeat within the timeout. */
  isAlive: boolean
  /** Unix milliseconds of the last heartbeat; `null` if there is none. */
  lastMs: number | null
}

export async function readHeartbeat(db: Kysely<Tables>): Promise<Heartbeat> {
  const { rows } = await sql<{ isAlive: boolean; beatAt: Date }>`
    select recorded_at > now() - ${HEARTBEAT_TIMEOUT}::interval as "isAlive", recorded_at as "beatAt"
    from agent_heartbeat`.execute(db)
  const [row] = rows
  return { isAlive: row?.isAlive ?? false, lastMs: row?.beatAt.getTime() ?? null }
}
