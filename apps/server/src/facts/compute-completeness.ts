import type { AgeFacts } from '@app/score/facts.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Coverage } from './load-coverage.ts'

export interface AccountLifetime {
  coverage: Pick<Coverage, 'fromHeight' | 'toHeight'>
  /** Block of AccountCreated; `null` when it is outside the covered range. */
  createdHeight: number | null
  /** Block of the account's last event; 0 without events. */
  lastHeight: number
  age: AgeFacts | null
}

/**
 * Computes the covered share of the blocks from an account's creation to its last event, in units
 * of 1/10,000. If the creation was not indexed, its height is estimated from the account's rank,
 * assuming that accounts were created at a constant rate.
 */
export function computeCompleteness({
  coverage,
  createdHeight,
  lastHeight,
  age,
}: AccountLifetime): number {
  const until = lastHeight === 0 ? coverage.toHeight : lastHeight
  const since = createdHeight ?? estimateCreationHeight(coverage.fromHeight, age)
  const covered = until - Math.max(coverage.fromHeight, since) + 1
  const lived = until - since + 1
  if (covered <= 0) return 0
  return Math.min(FACTOR_UNIT, Math.floor((covered * FACTOR_UNIT) / lived))
}

function estimateCreationHeight(fromHeight: number, age: AgeFacts | null): number {
  if (age === null || age.accountCount === 0) return 0
  const rank = Math.min(1, age.creationIndex / age.accountCount)
  return Math.floor(fromHeight * rank)
}
