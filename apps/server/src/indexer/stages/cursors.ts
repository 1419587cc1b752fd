import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { CursorRow, DecodedRow } from '../../db/tables/chain-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'

interface Cursors {
  live: CursorRow | null
  backfill: CursorRow | null
}

export async function readCursors(db: Kysely<Tables>): Promise<Cursors> {
  const rows = await db.selectFrom('chain_cursor').selectAll().execute()
  const findCursor = (direction: CursorRow['direction']) =>
    rows.find((row) => row.direction === direction) ?? null
  return { live: findCursor('live'), backfill: findCursor('backfill') }
}

/** Finds the highest range of indexed blocks that a decoding before `decoding` has read; `null` when there is none. */
export async function findNewestOutdatedRange(
  db: Kysely<Tables>,
  decoding: number,
): Promise<DecodedRow | null> {
  const row = await db
    .selectFrom('chain_decoded')
    .selectAll()
    .where('decoding', '<', decoding)
    .orderBy('from_height', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether this is the database of a signer that judges votes now: nothing is read again meanwhile. */
export async function isJudgingVotes(db: Kysely<Tables>): Promise<boolean> {
  const row = await db.selectFrom('cosigner_version').select('is_busy').executeTakeFirst()
  return row?.is_busy ?? false
}

/** Stores the height of the node's tip while no new block is written. A lower one is ignored. */
export async function recordTip(
  db: Kysely<Tables>,
  live: CursorRow,
  tipHeight: number,
): Promise<void> {
  if (live.node_height >= tipHeight) return
  await db
    .updateTable('chain_cursor')
    .set({ node_height: tipHeight })
    .where('direction', '=', 'live')
    .execute()
}

/**
 * Sequence numbers of label changes: `applied`, the last one reflected in the exposure; `levels`, the last one
 * reflected in the taint levels; and `newest`, the last one made.
 */
export interface LabelSeqs {
  applied: number
  levels: number
  newest: number
}

export async function readLabelSeqs(client: pg.ClientBase): Promise<LabelSeqs> {
  const { rows } = await client.query<LabelSeqs>(`
    select applied.seq as applied, applied.levels_seq as levels, state.seq as newest
    from chain_label_cursor applied cross join label_state state`)
  return rows[0] ?? { applied: 0, levels: 0, newest: 0 }
}

/**
 * Returns whether a changed level has not reached all counterparties of its account yet, or a Cadence-owned account
 * not all of its transfers.
 */
export async function hasPendingPropagation(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from chain_taint_move union all select from chain_coa_rewrite limit 1',
  )
  return rowCount === 1
}

/** With the owners of those in the EVM. */
const RELABELLED = `
  with relabelled as (select distinct address from label_change where seq > $1 and seq <= $2)
  select address from relabelled
  union select owner from relabelled join chain_coa using (address) where owner is not null`

/**
 * Makes `propagateTaint` recompute the taint of every account whose labels changed, and `markAccountsChanged`
 * include it.
 */
export async function recheckRelabelled(
  client: pg.ClientBase,
  { levels, newest }: LabelSeqs,
): Promise<void> {
  if (levels >= newest) return
  for (const table of ['delta_taint_recheck', 'delta_changed_account'])
    await client.query(`insert into ${table} ${RELABELLED}`, [levels, newest])
  await client.query('update chain_label_cursor set levels_seq = $1', [newest])
}

/**
 * Stores the last label change that the exposure reflects, and sends the notification
 * `chain_advanced`.
 */
export async function recordAppliedLabelSeq(client: pg.ClientBase, seq: number): Promise<void> {
  await client.query('update chain_label_cursor set seq = $1', [seq])
  await client.query("select pg_notify('chain_advanced', '')")
}

/** Indexed blocks, and up to which of them contract events are stored; `null`: of none. */
interface ContractEventGap {
  fromHeight: number
  toHeight: number
  coveredTo: number | null
}

/** Finds the indexed blocks whose contract events are missing; `null` when there are none. */
export async function findContractEventGap(db: Kysely<Tables>): Promise<ContractEventGap | null> {
  const { rows } = await sql<ContractEventGap>`
    select min(cursor.from_height) as "fromHeight",
           max(cursor.to_height) as "toHeight",
           max(covered.height) as "coveredTo"
    from chain_cursor cursor left join chain_contract_cursor covered on true
    having max(cursor.to_height) > coalesce(max(covered.height), -1)`.execute(db)
  return rows[0] ?? null
}

/** Marks that contract events are missing in all blocks above `height`. */
export async function startContractCursor(db: Kysely<Tables>, height: number): Promise<void> {
  await db
    .insertInto('chain_contract_cursor')
    .values({ height })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
