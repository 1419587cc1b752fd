import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { StoredEvent } from './event-fields.ts'

type Queries = Kysely<Tables>

/** Reads the next events that the mirror has not applied, oldest write first. */
export async function readNewEvents(db: Queries, limit: number): Promise<StoredEvent[]> {
  return await db
    .selectFrom('chain_contract_event')
    .select(['seq', 'height', 'tx_index', 'event_index', 'tx_id', 'block_ms', 'type', 'fields'])
    .where('seq', '>', ({ selectFrom }) => selectFrom('dao_cursor').select('seq'))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

export async function advanceMirrorCursor(db: Queries, seq: number): Promise<void> {
  await db.updateTable('dao_cursor').set({ seq }).execute()
}

/** Sends `governance_changed` for each number of a proposal or address. */
export async function notifyChanges(db: Queries, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await sql`
    select pg_notify('governance_changed', subject)
    from unnest(${subjects}::text[]) as subject`.execute(db)
}
