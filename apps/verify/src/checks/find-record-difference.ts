import { computeScore } from '@app/score/arithmetic.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import { FACTORS, type Factor } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** The values of a score that a published record must have. */
export type ScoreClaim = Pick<PublishedRecord, 'score' | 'level' | 'factors' | 'version'>

/** Checks that each published score follows from its factors. */
export function findRecordDifference(records: readonly PublishedRecord[]): Difference | null {
  const differences = records.map(findArithmeticDifference)
  return differences.find((difference) => difference !== null) ?? null
}

/** Checks that one of the published records has the expected values. */
export function findClaimDifference(
  expected: ScoreClaim,
  record: PublishedRecord,
  records: readonly PublishedRecord[],
): Difference | null {
  const { version, factors, score, level } = record
  return findFirstDifference(
    `published[${records.indexOf(record)}]`,
    orderFields(expected),
    orderFields({ version, factors, score, level }),
  )
}

function findArithmeticDifference({ factors, score, level }: PublishedRecord, index: number) {
  const expected = computeScoreFromValues(factors)
  return findFirstDifference(
    `published[${index}]`,
    { score: expected, level: toRiskLevel(expected) },
    { score, level },
  )
}

function computeScoreFromValues(factors: Record<Factor, number>): number {
  const judged = FACTORS.map((factor) => [
    factor,
    { value: factors[factor], raw: factors[factor], known: 0 },
  ])
  return computeScore(Object.fromEntries(judged)).score
}

/** Puts the version first: if it differs, so may everything else. */
function orderFields({ version, factors, score, level }: ScoreClaim): ScoreClaim {
  return { version, factors, score, level }
}
