import { ALL_TOKENS } from '@app/score/facts.ts'
import { sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'

/** Counts what is indexed. Reads the rows of all accounts. */
export async function countIndexed({
  db,
}: Pick<Context, 'db'>): Promise<{ accounts: number; transfers: number }> {
  const { rows } = await sql<{ accounts: number; transfers: number }>`
    select (select count(*) from chain_change) as accounts,
      (select coalesce(sum(transfers_in + dust_in), 0) from chain_activity
       where token = ${ALL_TOKENS})::bigint as transfers`.execute(db)
  return rows[0] ?? { accounts: 0, transfers: 0 }
}
