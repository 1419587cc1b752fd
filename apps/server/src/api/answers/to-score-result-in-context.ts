import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { toScoreResult } from '../../scorer/answers/to-score-result.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'

/** What an answer says beside the stored score. */
export interface ScoreContext {
  /** The record on the chain; `null` where there is none, `undefined` while it cannot be read. */
  published: PublishedScore | null | undefined
  /** Whether a flag stands: nobody is advised on how to look better then. */
  isFlagged: boolean
}

/** Adds to a stored score in its API form what the chain and the community say. */
export function toScoreResultInContext(
  stored: StoredScore,
  { published, isFlagged }: ScoreContext,
): ScoreResult {
  return {
    ...toScoreResult(stored),
    ...(isFlagged && { improve: [] }),
    ...(published !== undefined && { published }),
  }
}
