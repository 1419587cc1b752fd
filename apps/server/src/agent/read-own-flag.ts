import type { Address } from '@app/values/address.ts'
import { buildFlagCaseId } from '@app/values/case-id.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/**
 * SQL: whether the agent itself set a `flag`, by the transaction of an action. The case of a flag is no proof: everybody
 * who may flag can name any.
 */
export const IS_OWN_FLAG = sql<boolean>`exists (
  select from agent_action own
  where own.address = flag.address and own.kind = 'flag' and own.tx_id = flag.flag_tx_id)`

/** Returns whether the agent set the flag with this number, in a case; false for one that is not mirrored. */
export async function isOwnFlag(
  db: Kysely<Tables>,
  { address, number, caseId }: { address: Address; number: number; caseId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('dao_flag as flag')
    .select('number')
    .where('address', '=', address)
    .where('number', '=', number)
    .where('case_id', '=', caseId)
    .where(IS_OWN_FLAG)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns the id of the case that a flag belongs to: what it names, or a case of its own where that is one of
 * the agent, and the flag of another flagger.
 */
export async function readCaseOfFlag(
  db: Kysely<Tables>,
  flag: { address: Address; number: number; caseId: string },
): Promise<string> {
  const { address, number, caseId } = flag
  const accusation = await db
    .selectFrom('agent_case')
    .select('case_id')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  if (accusation === undefined || (await isOwnFlag(db, flag))) return caseId
  return buildFlagCaseId(address, number)
}
