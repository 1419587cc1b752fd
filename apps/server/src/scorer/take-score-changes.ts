import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** An account whose newest score was not considered yet. */
export interface ScoreChange {
  address: Address
  /** Number of the score. */
  seq: number
}

/**
 * Takes at most `limit` accounts with scores that were not considered yet, except those that another
 * process is taking. Call it in the transaction that acts on them: if it rolls back, they stay queued.
 */
export async function takeScoreChanges(db: Kysely<Tables>, limit: number): Promise<ScoreChange[]> {
  return await db
    .with('next', (query) =>
      query
        .selectFrom('score_change')
        .selectAll()
        .orderBy('address')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('score_change')
    .using('next')
    .whereRef('score_change.address', '=', 'next.address')
    .returning(['score_change.address', 'score_change.seq'])
    .execute()
}
