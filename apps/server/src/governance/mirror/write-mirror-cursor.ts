import type { Address } from '@app/values/address.ts'
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

/** Moves the cursor, never back: a slow process may have lost its lock to another. */
export async function advanceMirrorCursor(db: Queries, seq: number): Promise<void> {
  await db.updateTable('dao_cursor').set({ seq }).where('seq', '<', seq).execute()
}

/**
 * Gives the addresses the next number of `dao_change`, which the scorer follows. Call it in one
 * transaction at a time, so that numbers grow in the order of commits.
 */
export async function recordChangedAddresses(
  db: Queries,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    with step as materialized (select nextval('dao_change_seq') as seq)
    insert into dao_change (address, seq)
    select address, seq from unnest(${addresses}::text[]) as address cross join step
    on conflict (address) do update set seq = excluded.seq`.execute(db)
}

/** Sends `governance_changed` for each number of a proposal or address. */
export async function notifyChanges(db: Queries, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await sql`
    select pg_notify('governance_changed', subject)
    from unnest(${subjects}::text[]) as subject`.execute(db)
}
