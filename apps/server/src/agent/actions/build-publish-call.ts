import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { publishScore } from '@app/contracts/transactions.generated.ts'
import { FACTORS } from '@app/values/factor.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { loadPublishableScore, type QueuedAction } from '../outbox/queries.ts'

/**
 * Builds the call that publishes the stored score with this evidence hash. The values come from the
 * scorer's table only, so no caller can publish others. Returns `null` when there is no such score.
 */
export async function buildPublishCall(
  db: Kysely<Tables>,
  action: Pick<QueuedAction, 'address' | 'evidenceHash'>,
): Promise<CadenceCall | null> {
  const score = await loadPublishableScore(db, action)
  if (score === null) return null
  const { version, factors, toHeight } = score
  return publishScore({
    address: action.address,
    factors: FACTORS.map((factor) => factors[factor].value),
    version,
    evidenceHash: action.evidenceHash,
    blockHeight: toHeight,
  })
}
