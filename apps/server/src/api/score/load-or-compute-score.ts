import type { Address } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { Context } from '../../runtime/context.ts'
import { scoreAccount, type TrackingReason } from '../../scorer/score-account.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { ApiFailure } from '../api-failure.ts'
import {
  createShownScoreReader,
  isIndexedAccount,
  type ReadingContext,
} from './read-shown-scores.ts'

/** Returns the stored score of an account; `null` if it has none, or its version or inputs are not up to date. */
export async function findCurrentScore(
  context: ReadingContext,
  address: Address,
): Promise<StoredScore | null> {
  const shown = (await createShownScoreReader(context)([address])).get(address)
  return shown?.isCurrent ? shown.stored : null
}

/**
 * Returns the stored score of an account if its version and inputs are up to date; otherwise
 * computes and stores a new one. Throws `account_not_found`.
 */
export async function loadOrComputeScore(context: Context, address: Address): Promise<StoredScore> {
  return (await findCurrentScore(context, address)) ?? (await recomputeScore(context, address))
}

/** Computes and stores the score of an account now. Throws `account_not_found`. */
export async function recomputeScore(
  context: Context,
  address: Address,
  askedBy: TrackingReason = 'client',
): Promise<StoredScore> {
  await assertAccountExists(context, address)
  return await scoreAccount(context, address, askedBy)
}

/** Throws `account_not_found`. Calls the node only for an account that is not in the tables. */
export async function assertAccountExists(context: Context, address: Address): Promise<void> {
  if (await isIndexedAccount(context, address)) return
  if ((await context.flow.getAccount(address)) !== null) return
  throw new ApiFailure('account_not_found', {
    message: `No account ${address} exists on ${NETWORKS[context.config.network].displayName}.`,
  })
}
