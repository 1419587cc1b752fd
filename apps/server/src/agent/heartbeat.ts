import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Minimum interval between two written heartbeats. */
const HEARTBEAT_INTERVAL = '5 seconds'

/**
 * Records that an agent is running, and with which account. A heartbeat later than now, from before the clock was set
 * back, is replaced.
 */
export async function recordHeartbeat(db: Kysely<Tables>, keyAddress: Address): Promise<void> {
  await sql`
    insert into agent_heartbeat (key_address, recorded_at) values (${keyAddress}, now())
    on conflict (is_only) do update set key_address = excluded.key_address, recorded_at = now()
    where agent_heartbeat.recorded_at not between now() - ${HEARTBEAT_INTERVAL}::interval and now()
       or agent_heartbeat.key_address <> excluded.key_address`.execute(db)
}

/**
 * Longer than the maximum pause between two steps of the outbox, which backs off up to a minute.
 */
const HEARTBEAT_TIMEOUT_SECONDS = 90

export interface Heartbeat {
  /**
   * Whether a process with the role `agent` recorded a heartbeat within the timeout. One further in the future does
   * not count: the clock was set back since, and it would count until the clock has caught up.
   */
  isAlive: boolean
  /** Unix milliseconds of the last heartbeat, at most now; `null` if there is none. */
  lastMs: number | null
  /** The account with which the agent publishes, flags and proposes; `null` before one ran. */
  keyAddress: Address | null
}

export async function readHeartbeat(db: Kysely<Tables>): Promise<Heartbeat> {
  const { rows } = await sql<{ isAlive: boolean; beatAt: Date; keyAddress: Address }>`
    select abs(extract(epoch from now() - recorded_at)) < ${HEARTBEAT_TIMEOUT_SECONDS}::int as "isAlive",
      least(recorded_at, now()) as "beatAt", key_address as "keyAddress"
    from agent_heartbeat`.execute(db)
  const [row] = rows
  return {
    isAlive: row?.isAlive ?? false,
    lastMs: row?.beatAt.getTime() ?? null,
    keyAddress: row?.keyAddress ?? null,
  }
}
