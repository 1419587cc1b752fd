export interface ScoreRange {
  from: number
  to: number
}

/** Returns where a score (0–100) can move to once everything is known: score ± 50 × (1 − confidence), within 0–100. */
export function computeScoreRange(score: number, confidence: number): ScoreRange {
  const unknown = 50 * (1 - confidence)
  return { from: Math.max(0, score - unknown), to: Math.min(100, score + unknown) }
}
