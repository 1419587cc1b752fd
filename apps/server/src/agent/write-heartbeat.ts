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
