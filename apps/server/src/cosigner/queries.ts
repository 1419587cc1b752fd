import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Failed executions of a proposal. */
export interface ExecutionFailure {
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
export async function writeFailure(
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
