import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { Address } from '@app/values/address.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { findPublishedScore } from './load-published-score.ts'
import { isFlagged } from './queries.ts'
import { type ScoreContext, toScoreResultInContext } from './to-score-result-in-context.ts'

/**
 * Loads the answer for a stored score: with its record on the chain, unless the node does not answer,
 * and without advice for a flagged wallet.
 */
export async function loadScoreResult(
  api: Pick<Api, 'context' | 'node'>,
  stored: StoredScore,
): Promise<ScoreResult> {
  return toScoreResultInContext(stored, await loadScoreContext(api, stored.address))
}

/** Loads what an answer says beside the stored score; `published` is `undefined` while the node does not answer. */
export async function loadScoreContext(
  api: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<ScoreContext> {
  const [published, flagged] = await Promise.all([
    findPublishedScore(api, address),
    isFlagged(api.context, address),
  ])
  return { published, isFlagged: flagged }
}
