import type { Address } from '@app/values/address.ts'
import type { Insertable } from 'kysely'
import type { FlagRow } from '../../db/tables/dao-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { findAction, queueAction } from '../write-action.ts'
import { toTestHash } from './insert-test-score.ts'

interface OwnFlag extends Partial<Insertable<FlagRow>> {
  address: Address
  number: number
  caseId: string
  flagger: Address
}

/** Inserts a flag as after the agent sent its action `flag`, which is sealed, and the flag was mirrored. */
export async function insertOwnFlag(
  { db }: Pick<Context, 'db'>,
  { address, number, caseId, flagger, ...change }: OwnFlag,
): Promise<void> {
  const txId = toTestHash(1_000 + number)
  const key = { address, kind: 'flag', idempotencyKey: caseId } as const
  const payload = { reasonCode: 'listed' } as const
  const action = { ...key, caseId, evidenceHash: toTestHash(1), reason: 'It stole.', payload }
  const actionId = (await findAction(db, key))?.id ?? (await queueAction(db, action))
  await db
    .updateTable('agent_action')
    .set({ status: 'sealed', tx_id: txId })
    .where('address', '=', address)
    .where('id', '=', actionId)
    .execute()
  const flag = { address, number, case_id: caseId, flagger, flag_tx_id: txId }
  await db
    .insertInto('dao_flag')
    .values({ ...flag, reason_code: 'listed', flagged_at: 1_700_000_000, ...change })
    .execute()
}
