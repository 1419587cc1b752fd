import type { AgeFacts, TokenFacts } from '@app/score/facts.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { isFlowVault } from '@app/values/token-type.ts'
import { type Coverage, countOutdated } from './load-coverage.ts'

/**
 * A block that an earlier decoding has read counts as four fifths of one that is covered: part of what happened in it is
 * unknown, but not so much that reading again could end an accusation (a score below 30 stays below 35, one below 45 below
 * 50), or break the standing of who may vote (60 stays above 55).
 */
const OUTDATED_PERCENT = 80

export interface AccountLifetime {
  coverage: Pick<Coverage, 'fromHeight' | 'toHeight' | 'decoded'>
  /** Number of the decoding that the facts have to follow from. */
  decoding: number
  /** Block of AccountCreated; `null` when it is outside the covered range. */
  createdHeight: number | null
  /** Block of the account's last event; 0 without events. */
  lastHeight: number
  age: AgeFacts | null
  /** FLOW that it got from sources in no event; absent without any. */
  unseen?: bigint
  tokens: readonly Pick<TokenFacts, 'token' | 'received'>[]
}

/**
 * Computes the covered share of the blocks from an account's creation to its last event, in units
 * of 1/10,000, where blocks of an earlier decoding count less, times the share of its FLOW of which the source is seen.
 * If the creation was not indexed, its height is estimated from the account's rank,
 * assuming that accounts were created at a constant rate.
 */
export function computeCompleteness({
  coverage,
  decoding,
  createdHeight,
  lastHeight,
  age,
  unseen = 0n,
  tokens,
}: AccountLifetime): number {
  const until = lastHeight === 0 ? coverage.toHeight : lastHeight
  const since = createdHeight ?? estimateCreationHeight(coverage.fromHeight, age)
  const fromHeight = Math.max(coverage.fromHeight, since)
  const covered = until - fromHeight + 1
  const lived = until - since + 1
  if (covered <= 0) return 0
  const outdated = countOutdated(coverage, { fromHeight, toHeight: until, decoding })
  const percent = covered * 100 - outdated * (100 - OUTDATED_PERCENT)
  const share = Math.min(FACTOR_UNIT, Math.floor((percent * FACTOR_UNIT) / (lived * 100)))
  const seen = tokens.find(({ token }) => isFlowVault(token))?.received ?? 0n
  return unseen === 0n ? share : Number((BigInt(share) * seen) / (seen + unseen))
}

function estimateCreationHeight(fromHeight: number, age: AgeFacts | null): number {
  if (age === null || age.accountCount === 0) return 0
  const rank = Math.min(1, age.creationIndex / age.accountCount)
  return Math.floor(fromHeight * rank)
}
