import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Context } from '../runtime/context.ts'
import { appendScore } from './append-score.ts'
import { refreshHoldings } from './holdings/refresh-holdings.ts'
import type { StoredScore } from './stored-score.ts'

/** Why an account is kept scored. */
export type ScoreRequester = 'client' | 'wallet' | 'watch' | 'agent' | 'world'

/** First half of the key of the advisory locks by account; any constant. */
const ACCOUNT_LOCK = 7_301_004

/**
 * Scores an account on what is indexed and held now, and keeps it scored from then on. A row is appended
 * only when its inputs changed; the newest row is returned either way. Throws `NotIndexedError` while
 * nothing is indexed.
 */
export async function scoreAccount(
  context: Context,
  address: Address,
  askedBy: ScoreRequester = 'client',
): Promise<StoredScore> {
  await trackAccount(context.db, address, askedBy)
  return await rescoreAccount(context, address)
}

/** As `scoreAccount`, for an account that is kept scored already. */
export async function rescoreAccount(context: Context, address: Address): Promise<StoredScore> {
  await refreshHoldings(context, address)
  return await withAccountLock(context.db, address, (db) => appendScore(context, db, address))
}

async function trackAccount(db: Kysely<Tables>, address: Address, askedBy: ScoreRequester) {
  await db
    .insertInto('score_tracked_account')
    .values({ address, requested_by: askedBy })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

/** The lock comes before the snapshot, so that of two scorers the later one reads what the first one wrote. */
function withAccountLock<T>(
  db: Kysely<Tables>,
  address: Address,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const key = sql`${ACCOUNT_LOCK}::int, hashtext(${address})`
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((snapshot) => work(snapshot))
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
