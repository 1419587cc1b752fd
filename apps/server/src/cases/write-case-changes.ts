import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Queues addresses whose cases may have to grow, in the caller's transaction. */
export async function recordCaseChanges(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into case_change (address, seq)
    select address, nextval('case_change_seq') from unnest(${[...addresses].sort()}::text[]) as address
    on conflict (address) do update set seq = excluded.seq`.execute(db)
  await sql`select pg_notify('cases_changed', '')`.execute(db)
}
