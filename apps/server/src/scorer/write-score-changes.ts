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

/**
 * Removes the scores of an account up to number `seq` from those that the agent has not considered.
 * Call it in the transaction that acts on them: if that rolls back, they stay queued. Returns whether
 * there was one.
 */
export async function removeScoreChange(
  db: Kysely<Tables>,
  { address, seq }: { address: Address; seq: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('score_change')
    .where('address', '=', address)
    .where('seq', '<=', seq)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
