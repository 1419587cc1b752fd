import type { ScoreResult } from '@app/api/schemas/score.ts'
import { hasInsufficientData } from './has-insufficient-data.ts'

/** Describes what the confidence means for users of the score. */
export function describeConfidence(metadata: ScoreResult['metadata']): string {
  const { confidence } = metadata
  if (hasInsufficientData(metadata))
    return 'Insufficient data: the score says little about this wallet'
  if (confidence < 0.6) return 'Limited: more history can still change the score a lot'
  if (confidence < 0.85) return 'Good: most of the score is based on observed data'
  return 'High: nearly all of the score is based on observed data'
}
