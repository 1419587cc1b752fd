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
  const pause = computePauseSeconds(failures)
  await writeFailure(db, proposalId, { failures, referenceHeight, retryAt: nowSeconds + pause })
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
    .selectAll()
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { failures: row.failures, referenceHeight: row.reference_height, retryAt: row.retry_at }
}

/** Stores the failures of a proposal in place of the ones before. */
async function writeFailure(
  db: Kysely<Tables>,
  proposalId: number,
  { failures, referenceHeight, retryAt }: ExecutionFailure,
): Promise<void> {
  const values = { failures, reference_height: referenceHeight, retry_at: retryAt }
  await db
    .insertInto('cosigner_failure')
    .values({ proposal_id: proposalId, ...values })
    .onConflict((conflict) => conflict.column('proposal_id').doUpdateSet(values))
    .execute()
}
