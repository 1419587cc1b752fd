import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score/score-history.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import {
  formatComputedAt,
  toBreakdown,
  toScoreResult,
} from '../../scorer/answers/to-score-result.ts'
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

/** Converts a stored score to an entry of the history; `older` is the score before it. */
export function toHistoryEntry(
  stored: StoredScore,
  older: StoredScore | undefined,
): ScoreHistoryEntry {
  const { score, riskLevel, confidence, dataPoints, version, evidenceHash } = stored
  return {
    score,
    riskLevel,
    ...findPreviousLevel(riskLevel, older),
    confidence,
    dataPoints,
    breakdown: toBreakdown(stored),
    version,
    evidenceHash,
    computedAt: formatComputedAt(stored),
  }
}

function findPreviousLevel(riskLevel: RiskLevel, older: StoredScore | undefined) {
  const hasChanged = older !== undefined && older.riskLevel !== riskLevel
  return hasChanged ? { previousLevel: older.riskLevel } : {}
}
