import type { Evidence } from '../evidence/evidence.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** Checks that the engine computes the same from the inputs: score, level, factors, confidence, reasons, advice. */
export function findJudgementDifference({ file, judgement }: Evidence): Difference | null {
  const { score, riskLevel, factors, confidence, dataPoints, flags, improve } = judgement
  const reasons = judgement.reasons.map(({ evidence: pointer, ...rest }) => ({ ...rest, pointer }))
  const expected = { score, riskLevel, factors, confidence, dataPoints, flags, improve, reasons }
  return findFirstDifference('', expected, {
    score: file.score,
    riskLevel: file.riskLevel,
    factors: file.factors,
    confidence: file.confidence,
    dataPoints: file.dataPoints,
    flags: file.flags,
    improve: file.improve,
    reasons: file.reasons.map(({ evidence: _, ...rest }) => rest),
  })
}
