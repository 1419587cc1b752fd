import type { RelayRequest } from '../../agent/request-relay.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { isAboutScores } from './find-missing-publication.ts'
import { type RelayChecks, type RelayResult, relayMessage } from './relay-message.ts'

/**
 * Relays a vote like `relayMessage`, and once more where the voter's record passed its 24 hours between
 * the check and the block of the transaction: the second check finds it outdated and publishes it again.
 */
export async function relayVote(
  api: Api,
  vote: RelayRequest,
  checks: RelayChecks,
): Promise<RelayResult> {
  try {
    return await relayMessage(api, vote, checks)
  } catch (error) {
    if (!isOutdatedOnChain(error)) throw error
    return await relayMessage(api, vote, checks)
  }
}

const isOutdatedOnChain = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'transaction_failed' && isAboutScores(error.message)
