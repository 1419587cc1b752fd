import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Clearance, ClearedCause } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'
import { isWorkable, type Work } from '../../runtime/pauses.ts'
import { IS_DELISTED } from '../decision/read-situation.ts'
import { IS_OWN_FLAG } from '../read-own-flag.ts'
import type { ClearedCase } from './build-clearance.ts'

/** A flag that the agent set in an open case, and that is not on the chain any more. */
export interface LiftedFlag {
  address: Address
  caseId: string
  /** Unix milliseconds of block time. */
  liftedMs: number
  cause: ClearedCause
  txId: string | null
  /** The upheld appeal against an accusation that rests on an entry of the account in a list. */
  labelAppealId: number | null
}

/**
 * Reads flags that were lifted while their case is still open. The causes appeal and unfreeze are those of the event
 * `DharmaProtection.FlagLifted`.
 */
export async function readLiftedFlags(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<LiftedFlag[]> {
  const { rows } = await sql<LiftedFlag>`
    select accused.address, accused.case_id as "caseId", flag.lifted_at * 1000 as "liftedMs",
      case when lift_cause in ('appeal', 'unfreeze') then lift_cause
        when ${IS_DELISTED} then 'label_removed' else 'recheck' end as cause,
      flag.lift_tx_id as "txId",
      (select max(appeal.id) from dao_appeal appeal
       where accused.reason_code = 'listed' and appeal.address = flag.address
         and appeal.flag_number = flag.number and outcome = 'upheld') as "labelAppealId"
    from agent_case accused join dao_flag flag using (address, case_id)
    where accused.cleared_ms is null and flag.lifted_at is not null and ${IS_OWN_FLAG}
      and ${isWorkable('accused.address', pauses)}
    limit ${limit}`.execute(db)
  return rows
}

export async function readUnsignedClearances(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<ClearedCase[]> {
  const { rows } = await sql<ClearedCase>`
    select address, case_id as "caseId", opened_ms as "openedMs", cleared_ms as "clearedMs",
      cleared_cause as cause
    from agent_case
    where cleared_ms is not null and clearance is null and ${isWorkable('address', pauses)}
    limit ${limit}`.execute(db)
  return rows
}

export interface SignedClearance extends Pick<ClearedCase, 'caseId' | 'openedMs' | 'clearedMs'> {
  clearance: Clearance
}

/** Reads the withdrawn accusations of an account, newest first, at most 100. */
export async function readClearances(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<SignedClearance[]> {
  const { rows } = await sql<SignedClearance>`
    select case_id as "caseId", opened_ms as "openedMs", cleared_ms as "clearedMs", clearance
    from agent_case where address = ${address} and clearance is not null
    order by cleared_ms desc limit 100`.execute(db)
  return rows
}
