import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { findPublishedScore } from './load-published-score.ts'
import { isFlagged } from './queries.ts'
import { toScoreResultInContext } from './to-score-result-in-context.ts'

/**
 * Loads the answer for a stored score: with its record on the chain, unless the node does not answer,
 * and without advice for a flagged wallet.
 */
export async function loadScoreResult(
  api: Pick<Api, 'context' | 'node'>,
  stored: StoredScore,
): Promise<ScoreResult> {
  const [published, flagged] = await Promise.all([
    findPublishedScore(api, stored.address),
    isFlagged(api.context, stored.address),
  ])
  return toScoreResultInContext(stored, { published, isFlagged: flagged })
}
