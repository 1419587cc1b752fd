import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readFailure, writeFailure } from '../queries.ts'
import type { Attempt } from './attempt.ts'

/** Pause after the first failure, in seconds of block time; doubles up to the longest. */
const FIRST_PAUSE_SECONDS = 60
const MAX_PAUSE_SECONDS = 6 * 3600

/**
 * Counts an attempt whose sequence number was used although its proposal is still to be executed:
 * each failure costs the DAO a fee, so the pauses grow. Each attempt counts once.
 */
export async function recordFailure(
  db: Kysely<Tables>,
  { proposalId, referenceHeight }: Attempt,
  nowSeconds: number,
): Promise<void> {
  const before = await readFailure(db, proposalId)
  if (before !== null && referenceHeight <= before.referenceHeight) return
  const failures = (before?.failures ?? 0) + 1
  const pause = computePauseSeconds(failures)
  await writeFailure(db, proposalId, { failures, referenceHeight, retryAt: nowSeconds + pause })
}

export const computePauseSeconds = (failures: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), MAX_PAUSE_SECONDS)
