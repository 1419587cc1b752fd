import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { isWorkable, type Pauses } from '../runtime/pauses.ts'

type Queries = Kysely<Tables>

/** Queues addresses whose cases may have to grow, in the caller's transaction. */
export async function recordCaseChanges(db: Queries, addresses: readonly Address[]): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into case_change (address, seq)
    select address, nextval('case_change_seq') from unnest(${[...addresses].sort()}::text[]) as address
    on conflict (address) do update set seq = excluded.seq`.execute(db)
  await sql`select pg_notify('cases_changed', '')`.execute(db)
}

/** A queued address; `seq` grows when it is queued again. */
export interface QueuedAddress {
  address: Address
  seq: number
}

/** Loads the address that has been queued longest; `null` when none is. */
export async function loadNextChange(
  db: Queries,
  pauses: Pick<Pauses, 'waiting'>,
): Promise<QueuedAddress | null> {
  const row = await db
    .selectFrom('case_change')
    .select(['address', 'seq'])
    .where(isWorkable('address', pauses))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Removes an address from the queue, unless it was queued again. */
export async function removeChange(db: Queries, { address, seq }: QueuedAddress): Promise<void> {
  await db.deleteFrom('case_change').where('address', '=', address).where('seq', '=', seq).execute()
  await sql`select pg_notify('cases_changed', '')`.execute(db)
}

const EVENTS_PER_STEP = 500

/** Queues the subjects of events that the mirror has applied since. Returns whether there were events. */
export async function queueNewEvents(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ seq: number; address: Address | null }>`
    select seq, case when type like 'DharmaGovernance.%' or type like 'DharmaProposals.%'
                     then (select target from dao_proposal where id = (fields ->> 'id')::bigint)
                     when type like 'DharmaProtection.%' then fields ->> 'address' end as address
    from chain_contract_event
    where seq > (select seq from case_cursor) and seq <= (select seq from dao_cursor)
    order by seq limit ${EVENTS_PER_STEP}`.execute(db)
  const last = rows.at(-1)
  if (last === undefined) return false
  await db.updateTable('case_cursor').set({ seq: last.seq }).where('seq', '<', last.seq).execute()
  await recordCaseChanges(db, [...new Set(rows.flatMap(({ address }) => address ?? []))])
  return true
}

/** Queues the addresses of cases that block time alone has changed by `nowMs`. */
export async function queueDueCases(db: Queries, nowMs: number): Promise<void> {
  const due = await db
    .selectFrom('case_file')
    .select('address')
    .distinct()
    .where('due_ms', '<=', nowMs)
    .execute()
  await recordCaseChanges(
    db,
    due.map(({ address }) => address),
  )
}
