import type { Evidence } from '../evidence/evidence.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** Checks that the engine computes the same from the inputs: score, level, factors, confidence, reasons, advice, words. */
export function findJudgementDifference({ file, judgement }: Evidence): Difference | null {
  const { version: _, ...expected } = judgement
  const reasons = judgement.reasons.map(({ evidence: pointer, ...rest }) => ({ ...rest, pointer }))
  return findFirstDifference(
    '',
    { ...expected, reasons },
    {
      score: file.score,
      riskLevel: file.riskLevel,
      factors: file.factors,
      confidence: file.confidence,
      dataPoints: file.dataPoints,
      flags: file.flags,
      improve: file.improve,
      verdict: file.verdict,
      findings: file.findings,
      reasons: file.reasons.map(({ evidence: __, ...rest }) => rest),
    },
  )
}
