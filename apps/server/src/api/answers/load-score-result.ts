import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { withTimeout } from '../../flow-access/with-timeout.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { findPublishedScore } from './load-published-score.ts'
import { isFlagged } from './queries.ts'
import { toScoreResult } from './to-score-result.ts'

/** How long an answer waits for the node, and how long while the node did not answer the last call. */
const NODE_TIMEOUT_MS = 2_000
const OUTAGE_TIMEOUT_MS = 500

/**
 * Loads the answer for a stored score: with its record on the chain, unless the node does not answer,
 * and without advice for a flagged wallet.
 */
export async function loadScoreResult(
  api: Pick<Api, 'context' | 'node'>,
  stored: StoredScore,
): Promise<ScoreResult> {
  const [published, flagged] = await Promise.all([
    tryToFindPublished(api, stored),
    isFlagged(api.context, stored.address),
  ])
  return toScoreResult(stored, { published, isFlagged: flagged })
}

/** Returns `undefined` when the node does not answer in time. */
async function tryToFindPublished(
  { context, node }: Pick<Api, 'context' | 'node'>,
  { address }: StoredScore,
): Promise<PublishedScore | null | undefined> {
  const timeoutMs = node.state().outage === null ? NODE_TIMEOUT_MS : OUTAGE_TIMEOUT_MS
  const found = findPublishedScore(context, address).catch((error: unknown) => {
    context.log.debug({ err: error, address }, 'The published score was not read')
    return undefined
  })
  return await withTimeout(found, { timeoutMs, onTimeout: () => undefined })
}
