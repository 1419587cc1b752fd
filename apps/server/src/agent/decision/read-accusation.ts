import type { Address } from '@app/values/address.ts'
import type { ReasonCode } from '@app/values/reason-code.ts'
import type { StatementOfReasons } from '../../db/tables/agent-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { buildPolicy, getClearingScore } from './decide.ts'

/** An accusation that was not withdrawn, as it was said at that time. */
interface Accusation {
  caseId: string
  reasonCode: ReasonCode
  /** Block time in Unix milliseconds. */
  openedMs: number
  statement: StatementOfReasons
  /** Score from which on it ends, when it lasts for an hour. */
  clearsAt: number
}

/** Reads the latest accusation of an account that was not withdrawn; `null` without one. */
export async function readAccusation(
  { db, config }: Pick<Context, 'db' | 'config'>,
  address: Address,
): Promise<Accusation | null> {
  const row = await db
    .selectFrom('agent_case')
    .select([
      'case_id as caseId',
      'reason_code as reasonCode',
      'opened_ms as openedMs',
      'statement',
    ])
    .where('address', '=', address)
    .where('cleared_ms', 'is', null)
    .orderBy('opened_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...row, clearsAt: getClearingScore(buildPolicy(config), row.statement.score) }
}
