import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Lists accounts with scores that the agent has not considered yet, at most `limit`. */
export async function listScoreChanges(db: Kysely<Tables>, limit: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_change')
    .select('address')
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}
