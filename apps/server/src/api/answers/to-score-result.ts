import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { ScoreHistoryEntry } from '@app/api/schemas/score/score-history.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { FACTOR_UNIT, mapFactors, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { RiskLevel } from '@app/values/risk-level.ts'
import type { ShownReason, StoredReason } from '../../db/tables/stored-reason.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'

/** What an answer says beside the stored score. */
export interface ScoreContext {
  /** The record on the chain; `null` where there is none, `undefined` while it cannot be read. */
  published: PublishedScore | null | undefined
  /** Whether a flag stands: nobody is advised on how to look better then. */
  isFlagged: boolean
}

/** Converts a stored score to its API form: factors and weights as decimals in [0, 1]. */
export function toScoreResult(
  stored: StoredScore,
  { published, isFlagged }: ScoreContext,
): ScoreResult {
  const { score, address, version, riskLevel, confidence, dataPoints, flags } = stored
  return {
    score,
    address,
    version,
    metadata: { riskLevel, lastUpdated: formatComputedAt(stored), confidence, dataPoints, flags },
    breakdown: toBreakdown(stored),
    weights: mapFactors((factor) => WEIGHT_PERCENT[factor] / 100),
    verdict: stored.verdict,
    findings: stored.findings,
    reasons: stored.reasons.map((reason) => toReason(reason)),
    improve: isFlagged ? [] : stored.improve,
    coverage: stored.coverage,
    evidenceHash: stored.evidenceHash,
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

export function toReason(
  { pointer: _, headline, ...shown }: StoredReason,
  evidence: StoredReason['evidence'] = shown.evidence,
): ShownReason & { headline: string } {
  return { ...shown, headline: headline ?? shown.text, evidence }
}

function findPreviousLevel(riskLevel: RiskLevel, older: StoredScore | undefined) {
  const hasChanged = older !== undefined && older.riskLevel !== riskLevel
  return hasChanged ? { previousLevel: older.riskLevel } : {}
}

const toBreakdown = ({ factors }: StoredScore) =>
  mapFactors((factor) => factors[factor].value / FACTOR_UNIT)

const formatComputedAt = ({ computedAtMs }: StoredScore) => new Date(computedAtMs).toISOString()
