import type { Address } from '@app/values/address.ts'
import type { Clearance } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'

/** A withdrawn accusation with its signed retraction. */
export interface SignedClearance {
  caseId: string
  /** Unix milliseconds of block time. */
  openedMs: number
  clearedMs: number
  clearance: Clearance
}

/** Reads the withdrawn accusations of an account, newest first, at most 100. */
export async function readClearances(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<SignedClearance[]> {
  const rows = await db
    .selectFrom('agent_case')
    .select(['case_id', 'opened_ms', 'cleared_ms', 'clearance'])
    .where('address', '=', address)
    .where('clearance', 'is not', null)
    .orderBy('cleared_ms', 'desc')
    .limit(100)
    .execute()
  return rows.flatMap(
    ({ case_id: caseId, opened_ms: openedMs, cleared_ms: clearedMs, clearance }) =>
      clearedMs === null || clearance === null ? [] : { caseId, openedMs, clearedMs, clearance },
  )
}
