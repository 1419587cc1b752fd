import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { ActionKind } from '../db/tables/agent-tables.ts'
import type { Tables } from '../db/tables/tables.ts'

type Queries = Kysely<Tables>

/** An action that the agent would send. */
export interface WaitingAction {
  address: Address
  id: number
  kind: ActionKind
  caseId: string
  reason: string
  /** Of the accusation; `null` for actions without one. */
  reasonCode: string | null
  /** Of the flag of the case that stands; `null` without one. */
  flagNumber: number | null
}

/** Reads the actions that wait to be sent, in the order in which they were queued. */
export async function readQueuedActions(db: Queries): Promise<WaitingAction[]> {
  return await db
    .selectFrom('agent_action as action')
    .leftJoin('agent_case as opened', (join) =>
      join
        .onRef('opened.address', '=', 'action.address')
        .onRef('opened.case_id', '=', 'action.case_id'),
    )
    .select([
      'action.address',
      'action.id',
      'action.kind',
      'action.case_id as caseId',
      'action.reason',
      'opened.reason_code as reasonCode',
      (eb) =>
        eb
          .selectFrom('dao_flag as flag')
          .select('flag.number')
          .whereRef('flag.address', '=', 'action.address')
          .whereRef('flag.case_id', '=', 'action.case_id')
          .where('flag.lifted_at', 'is', null)
          .limit(1)
          .as('flagNumber'),
    ])
    .where('action.status', '=', 'queued')
    .orderBy('action.id')
    .execute()
}

/** Marks an action as sealed by a transaction that was not sent. */
export async function markSealed(
  db: Queries,
  { address, id }: Pick<WaitingAction, 'address' | 'id'>,
  { height, txId }: { height: number; txId: string },
): Promise<void> {
  await db
    .updateTable('agent_action')
    .set({ status: 'sealed', sealed_height: height, tx_id: txId })
    .where('address', '=', address)
    .where('id', '=', id)
    .execute()
}

/** Counts the accounts that were judged last from `fromMs` on and before `toMs`, in block time. */
export async function countJudged(
  db: Queries,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> {
  const { judged } = await db
    .selectFrom('agent_account')
    .select(({ fn }) => fn.countAll<number>().as('judged'))
    .where('judged_ms', '>=', fromMs)
    .where('judged_ms', '<', toMs)
    .executeTakeFirstOrThrow()
  return judged
}

/** Lets PostgreSQL plan for the rows that were written. */
export async function analyzeTables(db: Queries): Promise<void> {
  await sql`analyze`.execute(db)
}

/** Returns whether the database has no tables of anybody. */
export async function isDatabaseEmpty(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from pg_catalog.pg_class relation
    join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
    where relation.relkind in ('r', 'p', 'v', 'm', 'S')
      and space.nspname not like 'pg\\_%' and space.nspname <> 'information_schema'`.execute(db)
  return rows[0]?.tables === 0
}
