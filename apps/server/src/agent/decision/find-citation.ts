import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { FlagPayload } from '../../db/tables/action-payload.ts'
import type { ReasonCode } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { readBarredCodes, readOwnTransactionAfter } from './read-situation.ts'

type Citation = NonNullable<FlagPayload['cited']>

/**
 * Finds the transaction that a flag must cite: after the community or an appeal lifted a flag with the
 * same reason code, a later one of the account itself, for seven days. 'none' when there is none: the
 * contract would refuse the flag.
 */
export async function findCitation(
  db: Kysely<Tables>,
  { address, reasonCode, nowMs }: { address: Address; reasonCode: ReasonCode; nowMs: number },
): Promise<Citation | 'not_needed' | 'none'> {
  const nowSeconds = Math.floor(nowMs / 1000)
  const barred = await readBarredCodes(db, { address, nowSeconds })
  const bar = barred.get(reasonCode)
  if (bar === undefined) return 'not_needed'
  const afterMs = (bar.liftedAt + 1) * 1000
  const own = await readOwnTransactionAfter(db, { address, afterMs })
  return own === null ? 'none' : { txId: own.txId, atSeconds: Math.floor(own.atMs / 1000) }
}
