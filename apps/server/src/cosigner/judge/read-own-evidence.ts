import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** Returns whether this signer computed a score of the account from this very evidence. */
export async function hasScoreWithEvidence(
  db: Kysely<Tables>,
  { address, evidenceHash }: { address: Address; evidenceHash: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('score_result')
    .select('seq')
    .where('address', '=', address)
    .where('evidence_hash', '=', evidenceHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
