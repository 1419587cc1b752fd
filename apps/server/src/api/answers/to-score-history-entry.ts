import type { ScoreHistoryEntry } from '@app/api/schemas/score/score-history.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import { formatComputedAt, toBreakdown } from '../../scorer/answers/to-score-result.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'

/** Converts a stored score to an entry of the history; `older` is the score before it. */
export function toScoreHistoryEntry(
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
