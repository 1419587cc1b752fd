import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_UNIT, type Factor, mapFactors, WEIGHT_PERCENT } from '@app/values/factor.ts'
import type { ShownReason, StoredReason } from '../db/tables/score-tables.ts'
import type { StoredScore } from './stored-score.ts'

/** What the score alone says; what the chain and the community say beside it is added when it is answered. */
export type StoredScoreResult = Omit<ScoreResult, 'published' | 'txId'>

/** Converts a stored score to its API form: factors and weights as decimals in [0, 1]. */
export function toScoreResult(stored: StoredScore): StoredScoreResult {
  const { score, address, version, riskLevel, confidence, dataPoints, flags } = stored
  return {
    score,
    address,
    version,
    metadata: { riskLevel, lastUpdated: formatComputedAt(stored), confidence, dataPoints, flags },
    breakdown: toBreakdown(stored),
    weights: mapFactors((factor) => WEIGHT_PERCENT[factor] / 100),
    verdict: stored.verdict,
    findings: completeFindings(stored),
    reasons: stored.reasons.map((reason) => toReason(reason)),
    improve: stored.improve,
    coverage: stored.coverage,
    evidenceHash: stored.evidenceHash,
  }
}

/**
 * Returns what was found, where the words of the score say less than the whole: that nothing was reported or decided, also where
 * that was too little to move the score, and that no contact was found, also where a reason says how much there was.
 * What is stored, and exported to be verified, stays as the score said it.
 */
function completeFindings({ findings, reasons }: StoredScore): Record<Factor, string> {
  const { communitySignals, knownScamInteract } = findings
  const [contact] = reasons
    .filter(({ factor, points }) => factor === 'knownScamInteract' && points < 0)
    .sort((a, b) => a.points - b.points)
  return {
    ...findings,
    ...(communitySignals === 'No reports or decisions' && {
      communitySignals: 'No reports or decisions that move the score',
    }),
    ...(knownScamInteract.startsWith('None found') &&
      contact !== undefined && { knownScamInteract: contact.headline }),
  }
}

/** Converts a stored reason to its API form, with other transactions than the stored ones where they are given. */
export function toReason(
  { pointer: _, ...shown }: StoredReason,
  evidence: StoredReason['evidence'] = shown.evidence,
): ShownReason {
  return { ...shown, evidence }
}

export const toBreakdown = ({ factors }: Pick<StoredScore, 'factors'>): Record<Factor, number> =>
  mapFactors((factor) => factors[factor].value / FACTOR_UNIT)

export const formatComputedAt = ({ computedAtMs }: Pick<StoredScore, 'computedAtMs'>): string =>
  new Date(computedAtMs).toISOString()
