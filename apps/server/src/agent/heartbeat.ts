import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A beat is written at most this often. */
const HEARTBEAT_INTERVAL = '5 seconds'

/** Longer than the longest pause between two steps of the outbox, which backs off to a minute. */
const HEARTBEAT_TIMEOUT = '90 seconds'

/** Says that an agent is at work, and with which account. */
export async function recordHeartbeat(db: Kysely<Tables>, keyAddress: Address): Promise<void> {
  await sql`
    insert into agent_heartbeat (key_address, recorded_at) values (${keyAddress}, now())
    on conflict (is_only) do update set key_address = excluded.key_address, recorded_at = now()
    where agent_heartbeat.recorded_at < now() - ${HEARTBEAT_INTERVAL}::interval
       or agent_heartbeat.key_address <> excluded.key_address`.execute(db)
}

export interface Heartbeat {
  /** Some process with the role `agent` was at work a moment ago. */
  isAlive: boolean
  /** Unix milliseconds of the last sign of life, `null` when there never was one. */
  lastMs: number | null
}

export async function readHeartbeat(db: Kysely<Tables>): Promise<Heartbeat> {
  const { rows } = await sql<{ isAlive: boolean; beatAt: Date }>`
    select recorded_at > now() - ${HEARTBEAT_TIMEOUT}::interval as "isAlive", recorded_at as "beatAt"
    from agent_heartbeat`.execute(db)
  const [row] = rows
  return { isAlive: row?.isAlive ?? false, lastMs: row?.beatAt.getTime() ?? null }
}
