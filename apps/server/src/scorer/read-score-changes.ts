import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { isWorkable, type Work } from '../runtime/pauses.ts'

/** Lists accounts with scores that the agent has not considered yet, at most `limit`. */
export async function listScoreChanges(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_change')
    .select('address')
    .where(isWorkable('address', pauses))
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}
