import type { Address } from '@app/values/address.ts'
import type { Context } from '../runtime/context.ts'
import { appendScore } from './append-score.ts'
import { refreshHoldings } from './holdings/refresh-holdings.ts'
import { trackAccount, withAccountLock } from './queries.ts'
import type { StoredScore } from './stored-score.ts'

/** Why an account is tracked: who requested its score first. */
export type TrackingReason = 'client' | 'wallet' | 'watch' | 'agent' | 'world' | 'cosigner'

/**
 * Computes the score of an account from the indexed data and its current NFTs, and tracks the
 * account from then on. Appends a row only when the inputs changed. Returns the newest row. Throws
 * `NotIndexedError` while nothing is indexed.
 */
export async function scoreAccount(
  context: Context,
  address: Address,
  askedBy: TrackingReason = 'client',
): Promise<StoredScore> {
  await trackAccount(context.db, address, askedBy)
  return await rescoreAccount(context, address)
}

/** Like `scoreAccount`, for an account that is already tracked. */
export async function rescoreAccount(context: Context, address: Address): Promise<StoredScore> {
  await refreshHoldings(context, address)
  return await withAccountLock(context.db, address, (db) => appendScore(context, db, address))
}
