import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { appendScore } from './append-score.ts'
import { refreshHoldings } from './holdings/refresh-holdings.ts'
import { trackAccount, withAccountLock } from './queries.ts'
import type { StoredScore } from './stored-score.ts'

/** Why an account is kept scored. */
export type ScoreRequester = 'client' | 'wallet' | 'watch' | 'agent' | 'world'

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
