import { RetryableError } from '@app/values/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** The right to change what the outbox stores, until another process takes the next one. */
export interface Lease {
  /** Grows with each lease. */
  token: number
}

/** Takes the lease: writes with an earlier one fail from now on. Waits for those that are running. */
export async function takeLease(db: Kysely<Tables>): Promise<Lease> {
  const { rows } = await sql<Lease>`
    insert into agent_outbox_lease (token) values (1)
    on conflict (is_only) do update set token = agent_outbox_lease.token + 1
    returning token`.execute(db)
  const [lease] = rows
  if (lease === undefined) throw new RetryableError('The outbox has no lease.')
  return lease
}

/**
 * Runs `work` in a transaction while no other process can take the lease. Throws `RetryableError`, and changes nothing,
 * when another one has taken it.
 */
export function withLease<T>(
  { db, lease }: { db: Kysely<Tables>; lease: Lease },
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (queries) => {
    const { rows } = await sql`
      select token from agent_outbox_lease where token = ${lease.token} for share`.execute(queries)
    if (rows.length === 0)
      throw new RetryableError('Another agent took over the outbox while this one was slow.')
    return await work(queries)
  })
}
