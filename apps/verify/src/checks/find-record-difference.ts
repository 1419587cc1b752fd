import { computeScore } from '@app/score/arithmetic.ts'
import type { PublishedRecord } from '@app/server/flow-access/read-published.ts'
import { FACTORS, type Factor } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import type { PublishedRecords } from '../chain/read-publication.ts'
import { type Difference, findFirstDifference } from './difference.ts'

/** The values of a score that a published record must have. */
export type ScoreClaim = Pick<PublishedRecord, 'score' | 'level' | 'factors' | 'version'>

/** Checks that each published score follows from its factors, and that the publisher of the latest one is appointed. */
export function findRecordDifference(publication: PublishedRecords): Difference | null {
  const { records, latest, isAppointed } = publication
  const differences = records.map(findArithmeticDifference)
  const wrong = differences.find((difference) => difference !== null)
  if (wrong !== undefined) return wrong
  if (isAppointed) return null
  const expected = 'an account appointed to publish'
  return { path: `${LATEST}.publisher`, expected, found: latest.publisher }
}

/** Checks that the latest record has the expected values. */
export function findClaimDifference(expected: ScoreClaim, record: PublishedRecord) {
  const { version, factors, score, level } = record
  return findFirstDifference(
    LATEST,
    orderFields(expected),
    orderFields({ version, factors, score, level }),
  )
}

const LATEST = 'published[0]'

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
