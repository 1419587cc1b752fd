import {
  describeComparison,
  type OrdinaryComparison,
} from '@app/score/behaviour/conformal-table.ts'
import type { Address } from '@app/values/address.ts'
import { toCitation } from '@app/values/evidence-item.ts'
import { LITTLE_DATA, type ReasonCode, restsOnBehaviour } from '@app/values/reason-code.ts'
import { RISK_LEVEL_DEFINITIONS } from '@app/values/risk-level.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { ShownReason } from '../../db/tables/score-tables.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'

const MAX_REASONS = 4

type JudgedScore = Pick<StoredScore, 'score' | 'riskLevel' | 'confidence' | 'version'> & {
  reasons: readonly (ShownReason & { pointer: unknown })[]
}

/**
 * Builds the statement of reasons of an accusation, which shows all that it rests on: `ordinary` only where that is
 * behaviour. Pure.
 */
export function buildStatement(
  score: JudgedScore,
  { kinds, ordinary }: { kinds: readonly ReasonCode[]; ordinary: OrdinaryComparison | undefined },
): StatementOfReasons {
  const against = score.reasons
    .filter(({ code, points }) => points < 0 && code !== LITTLE_DATA)
    .toSorted((a, b) => a.points - b.points)
    .slice(0, MAX_REASONS)
  return {
    score: score.score,
    riskLevel: score.riskLevel,
    range: computeRange(score),
    confidence: score.confidence,
    version: score.version,
    reasons: against.map(({ pointer: _, evidence, ...shown }) => ({
      ...shown,
      evidence: evidence.map(toCitation),
    })),
    evidenceKinds: [...kinds],
    ...(ordinary && restsOnBehaviour({ evidenceKinds: kinds }) && { ordinary }),
    isAutomated: true,
  }
}

/** Returns score ± 50 × (1 − confidence), within 0–100, with one decimal. */
function computeRange({ score, confidence }: Pick<StoredScore, 'score' | 'confidence'>) {
  const margin = 50 * (1 - confidence)
  const round = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 10) / 10
  return { from: round(score - margin), to: round(score + margin) }
}

/**
 * Sentences for display: score, the two strongest reasons, and the comparison with ordinary wallets where the
 * accusation rests on it.
 */
export function describeStatement(
  address: Address,
  { score, riskLevel, reasons, ordinary }: StatementOfReasons,
): string {
  const { label } = RISK_LEVEL_DEFINITIONS[riskLevel]
  return [
    `Score of ${address}: ${score} of 100 (${label}).`,
    ...reasons.slice(0, 2).map(({ text }) => `${text}.`),
    ...(ordinary === undefined ? [] : [describeComparison(ordinary)]),
  ].join(' ')
}
