import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Clearance, ClearedCause } from '../../db/tables/agent-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
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

/** Reads flags that were lifted while their case is still open. */
export async function readLiftedFlags(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<LiftedFlag[]> {
  const rows = await db
    .selectFrom('agent_case as accused')
    .innerJoin('dao_flag as flag', (join) =>
      join
        .onRef('flag.address', '=', 'accused.address')
        .onRef('flag.case_id', '=', 'accused.case_id'),
    )
    .select([
      'accused.address',
      'accused.case_id',
      'accused.reason_code',
      IS_DELISTED.as('isDelisted'),
      'flag.lifted_at',
      'flag.lift_cause',
      'flag.lift_tx_id',
      upheldAppeal.as('appealId'),
    ])
    .where('accused.cleared_ms', 'is', null)
    .where('flag.lifted_at', 'is not', null)
    .where(IS_OWN_FLAG)
    .where(isWorkable('accused.address', pauses))
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    address: row.address,
    caseId: row.case_id,
    liftedMs: (row.lifted_at ?? 0) * 1000,
    cause: toCause(row),
    txId: row.lift_tx_id,
    labelAppealId: row.reason_code === 'listed' ? row.appealId : null,
  }))
}

const upheldAppeal = sql<number | null>`(
  select max(appeal.id) from dao_appeal appeal
  where appeal.address = flag.address and appeal.flag_number = flag.number and outcome = 'upheld')`

/** The causes appeal and unfreeze are those of the event `DharmaProtection.FlagLifted`. */
function toCause(flag: { lift_cause: string | null; isDelisted: boolean }): ClearedCause {
  if (flag.lift_cause === 'appeal' || flag.lift_cause === 'unfreeze') return flag.lift_cause
  return flag.isDelisted ? 'label_removed' : 'recheck'
}

/** Reads withdrawn accusations without a signed clearance. */
export async function readUnsignedClearances(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<ClearedCase[]> {
  const rows = await db
    .selectFrom('agent_case')
    .select(['address', 'case_id', 'opened_ms', 'cleared_ms', 'cleared_cause'])
    .where('cleared_ms', 'is not', null)
    .where('clearance', 'is', null)
    .where(isWorkable('address', pauses))
    .limit(limit)
    .execute()
  return rows.flatMap((row) =>
    row.cleared_ms === null || row.cleared_cause === null
      ? []
      : {
          address: row.address,
          caseId: row.case_id,
          openedMs: row.opened_ms,
          clearedMs: row.cleared_ms,
          cause: row.cleared_cause,
        },
  )
}

/** Stores a signed clearance. Returns whether there was none. */
export async function storeClearance(
  db: Kysely<Tables>,
  { address, caseId }: Pick<ClearedCase, 'address' | 'caseId'>,
  clearance: Clearance,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('agent_case')
    .set({ clearance: JSON.stringify(clearance) })
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('cleared_ms', 'is not', null)
    .where('clearance', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
