import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import { toTestHash } from './insert-test-score.ts'

/** Inserts the case `case` of the agent against an account, by an entry in the scam list. */
export async function insertOpenCase({ db }: Pick<Context, 'db'>, address: Address): Promise<void> {
  await db
    .insertInto('agent_case')
    .values({
      address,
      case_id: 'case',
      reason_code: 'listed',
      opened_ms: 1_000,
      evidence_hash: toTestHash(1),
      statement: JSON.stringify({ reasons: [] }),
    })
    .execute()
}
