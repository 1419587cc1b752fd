import type { EvidenceItem, ScoreResult } from '@app/api/schemas/score-result.ts'

/** Reasons with the same evidence transactions. */
export interface EvidenceGroup {
  reasons: ScoreResult['reasons']
  evidence: readonly EvidenceItem[]
}

/** Groups reasons with the same evidence, in the order in which each evidence first appears. */
export function groupByEvidence(reasons: ScoreResult['reasons']): EvidenceGroup[] {
  const groups = Map.groupBy(reasons, ({ evidence }) => JSON.stringify(evidence))
  return [...groups.values()].map((group) => ({
    reasons: group,
    evidence: group[0]?.evidence ?? [],
  }))
}
