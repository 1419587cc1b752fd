import type { PublishedScore, ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { toScoreResult } from '../../scorer/to-score-result.ts'
import type { Api } from '../api.ts'
import { findPublishedScore } from './load-published-score.ts'
import { isFlagged } from './read-score-state.ts'

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

/** What an answer says beside the stored score. */
export interface ScoreContext {
  /** The record on the chain; `null` where there is none, `undefined` while it cannot be read. */
  published: PublishedScore | null | undefined
  /** Whether a flag stands: nobody is advised on how to look better then. */
  isFlagged: boolean
}

/** Adds to a stored score in its API form what the chain and the community say. */
function toScoreResultInContext(
  stored: StoredScore,
  { published, isFlagged }: ScoreContext,
): ScoreResult {
  return {
    ...toScoreResult(stored),
    ...(isFlagged && { improve: [] }),
    ...(published !== undefined && { published }),
  }
}
