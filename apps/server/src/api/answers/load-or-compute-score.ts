import { SCORE_VERSION } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { Context } from '../../runtime/context.ts'
import { readLatestScore } from '../../scorer/read-scores.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { ApiFailure } from '../http/api-failure.ts'
import { isIndexedAccount, isScoreUpToDate } from './queries.ts'

/** The kept score of an account while its inputs are current, a new one otherwise. */
export async function loadOrComputeScore(context: Context, address: Address): Promise<StoredScore> {
  const latest = await readLatestScore(context, address)
  if (latest !== null && (await isUpToDate(context, latest))) return latest
  return await recomputeScore(context, address)
}

/** A score computed now. */
export async function recomputeScore(context: Context, address: Address): Promise<StoredScore> {
  await assertAccountExists(context, address)
  return await scoreAccount(context, address)
}

async function isUpToDate(context: Context, { address, version }: StoredScore): Promise<boolean> {
  return version === SCORE_VERSION && (await isScoreUpToDate(context, address))
}

/** Throws `account_not_found`. Asks the node only about an account that the tables do not know. */
async function assertAccountExists(context: Context, address: Address): Promise<void> {
  if (await isIndexedAccount(context, address)) return
  if ((await context.flow.getAccount(address)) !== null) return
  throw new ApiFailure('account_not_found', {
    message: `No account ${address} exists on ${NETWORKS[context.config.network].displayName}.`,
  })
}
