import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Attempt } from './verify-letter.ts'

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
  const retry_at = nowSeconds + computePauseSeconds(failures)
  const values = { failures, reference_height: referenceHeight, retry_at }
  await db
    .insertInto('cosigner_failure')
    .values({ proposal_id: proposalId, ...values })
    .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet(values))
    .execute()
}

export const computePauseSeconds = (failures: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (failures - 1), MAX_PAUSE_SECONDS)

/** Failed executions of a proposal. */
interface ExecutionFailure {
  failures: number
  referenceHeight: number
  /** Unix seconds of block time before which no attempt is signed. */
  retryAt: number
}

/** Reads the failures of a proposal from this signer's own database; `null` when it has none. */
export async function readFailure(
  db: Kysely<Tables>,
  proposalId: number,
): Promise<ExecutionFailure | null> {
  const row = await db
    .selectFrom('cosigner_failure')
    .select(['failures', 'reference_height as referenceHeight', 'retry_at as retryAt'])
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst()
  return row ?? null
}
