import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { publishScore } from '@app/contracts/transactions.generated.ts'
import { FACTOR_UNIT, FACTORS } from '@app/values/factor.ts'
import { BREAK_BELOW_SCORE } from '@app/values/limits.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import { readLiveRecords } from '../../flow-access/read-published.ts'
import {
  loadPublishableScore,
  type PublishableScore,
  type QueuedAction,
} from '../outbox/queries.ts'
import type { CallProblem } from './call-problem.ts'

export interface Publishing {
  db: Kysely<Tables>
  reader: NetworkReader
  /** The account that signs. */
  publisher: string
}

/**
 * Builds the call that publishes the stored score with this evidence hash. The values come from the
 * scorer's table only, so no caller can publish others.
 *
 * Rule 30: an index that does not cover the whole history of a voter shows it as unknown, near 50 points, which would
 * stop it from voting for a week. Such a score is not published over a standing record of another publisher. A score
 * that accuses is: silence would let a false record of a thief stand.
 */
export async function buildPublishCall(
  { db, reader, publisher }: Publishing,
  action: Pick<QueuedAction, 'address' | 'evidenceHash'>,
): Promise<CadenceCall | CallProblem> {
  const { address, evidenceHash } = action
  const score = await loadPublishableScore(db, action)
  if (score === null)
    return { problem: `No score of ${address} rests on the evidence ${evidenceHash}.` }
  if (isUncertainBreak(score)) {
    const standing = (await readLiveRecords(reader, address)).find(
      (record) => record.publisher !== publisher && record.score >= BREAK_BELOW_SCORE,
    )
    if (standing !== undefined) {
      const share = (score.completeness / FACTOR_UNIT) * 100
      const problem = `Only ${share.toFixed(1)} % of the history of ${address} is indexed here: a score of ${score.score} is not published beside ${standing.score} by ${standing.publisher}, who may know more.`
      return { problem, isMoot: true }
    }
  }
  return publishScore({
    address,
    factors: FACTORS.map((factor) => score.factors[factor].value),
    version: score.version,
    evidenceHash,
    blockHeight: score.toHeight,
  })
}

const isUncertainBreak = ({ score, completeness }: PublishableScore): boolean =>
  completeness < FACTOR_UNIT && score >= SUSPECTED_BELOW && score < BREAK_BELOW_SCORE
