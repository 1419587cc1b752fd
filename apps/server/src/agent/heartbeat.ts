import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A beat is written at most this often. */
const BEAT_EVERY = '5 seconds'

/** Longer than the longest pause between two steps of the outbox, which backs off to a minute. */
const ALIVE_WITHIN = '90 seconds'

/** Says that an agent is at work, and with which account. */
export async function beat(db: Kysely<Tables>, keyAddress: Address): Promise<void> {
  await sql`
    insert into agent_heartbeat (key_address, beat_at) values (${keyAddress}, now())
    on conflict (is_only) do update set key_address = excluded.key_address, beat_at = now()
    where agent_heartbeat.beat_at < now() - ${BEAT_EVERY}::interval
       or agent_heartbeat.key_address <> excluded.key_address`.execute(db)
}

/** Whether some process with the role `agent` was at work a moment ago. */
export async function isAgentAlive(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`
    select exists (
      select 1 from agent_heartbeat where beat_at > now() - ${ALIVE_WITHIN}::interval
    ) as alive`.execute(db)
  return rows[0]?.alive ?? false
}
