import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChangeSource } from '../db/tables/score-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { selectOutdatedBlocks } from '../facts/load-coverage.ts'
import { isWorkable, type Work } from '../runtime/pauses.ts'

interface ChangePosition {
  seq: number
  address: string
}

/** Where each source numbers its changes, and where the number of the last scored one is. */
const CHANGE_TABLES = {
  chain: { changes: 'chain_change', scored: 'chain_seq' },
  dao: { changes: 'dao_change', scored: 'dao_seq' },
  reports: { changes: 'label_report_change', scored: 'report_seq' },
} as const satisfies Record<ChangeSource, { changes: keyof Tables; scored: string }>

export const CHANGE_SOURCES: readonly ChangeSource[] = ['chain', 'dao', 'reports']

/**
 * Reads the next changes of a source, at most `limit`: the tracked accounts whose newest score does not include them,
 * and up to which change; `null` when there was none.
 */
export async function findChangedAccounts(
  db: Kysely<Tables>,
  source: ChangeSource,
  limit: number,
): Promise<{ addresses: Address[]; upTo: ChangePosition | null }> {
  const { changes, scored } = CHANGE_TABLES[source]
  const { rows } = await sql<{ seq: number; address: Address; is_due: boolean }>`
    with next as materialized (
      select seq, address from ${sql.table(changes)}
      where (seq, address) > (
        (select seq from score_cursor where source = ${source}),
        (select address from score_cursor where source = ${source})
      )
      order by seq, address
      limit ${limit}
    )
    select next.seq, next.address,
           coalesce(next.seq > tracked.${sql.ref(scored)}, false) as is_due
    from next left join score_tracked_account tracked using (address)
    order by next.seq, next.address`.execute(db)
  const addresses = rows.filter((row) => row.is_due).map((row) => row.address)
  return { addresses, upTo: rows.at(-1) ?? null }
}

/**
 * Returns tracked accounts whose newest score does not include the newest labels, or that have no
 * score.
 */
export const findRelabelledAccounts = (db: Kysely<Tables>, work: Work): Promise<Address[]> =>
  listTracked(db, work, {
    condition: sql<boolean>`label_seq < (select seq from chain_label_cursor)`,
    order: sql`label_seq`,
  })

/** Returns tracked accounts whose newest score lacks blocks that were read again since. */
export const findRereadAccounts = (
  db: Kysely<Tables>,
  decoding: number,
  work: Work,
): Promise<Address[]> =>
  listTracked(db, work, {
    condition: buildIsReread(decoding),
    order: sql`outdated_blocks desc`,
  })

async function listTracked(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
  { condition, order }: { condition: RawBuilder<boolean>; order: RawBuilder<unknown> },
): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_tracked_account')
    .select('address')
    .where(condition)
    .where(isWorkable('address', pauses))
    .orderBy(order)
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/**
 * Stores that all changes of a source up to this one were processed. A process that was slow, and lost its lock, never
 * moves the cursor back.
 */
export async function advanceChangeCursor(
  db: Kysely<Tables>,
  source: ChangeSource,
  { seq, address }: ChangePosition,
): Promise<void> {
  await db
    .updateTable('score_cursor')
    .set({ seq, address })
    .where('source', '=', source)
    .where(sql<boolean>`(seq, address) < (${seq}, ${address})`)
    .execute()
}

/**
 * SQL: whether so many of the blocks were read again since the newest score of the account in `score_tracked_account` that
 * it is computed again: at most half of those that it had to do without are left.
 */
export const buildIsReread = (decoding: number): RawBuilder<boolean> => sql`
  (outdated_blocks > 0 and outdated_blocks >= 2 * ${selectOutdatedBlocks(decoding)})`

/**
 * Marks the changes visible in the snapshot of `db`, and the blocks that are read by this decoding, as included in the
 * account's newest score.
 */
export async function markChangesScored(
  db: Kysely<Tables>,
  address: Address,
  decoding: number,
): Promise<void> {
  await sql`
    update score_tracked_account
    set chain_seq = seen.chain_seq, label_seq = seen.label_seq,
        dao_seq = seen.dao_seq, report_seq = seen.report_seq,
        outdated_blocks = seen.outdated_blocks
    from (select
      coalesce((select seq from chain_change where address = ${address}), 0) as chain_seq,
      (select seq from chain_label_cursor) as label_seq,
      coalesce((select seq from dao_change where address = ${address}), 0) as dao_seq,
      coalesce((select seq from label_report_change where address = ${address}), 0) as report_seq,
      ${selectOutdatedBlocks(decoding)} as outdated_blocks
    ) seen
    where score_tracked_account.address = ${address}
      and (score_tracked_account.chain_seq, score_tracked_account.label_seq,
           score_tracked_account.dao_seq, score_tracked_account.report_seq,
           score_tracked_account.outdated_blocks)
        is distinct from (seen.chain_seq, seen.label_seq, seen.dao_seq, seen.report_seq,
                          seen.outdated_blocks)`.execute(db)
}

/** Adds an account to the tracked ones, which are rescored after every change of their inputs. */
export async function trackAccount(db: Kysely<Tables>, address: Address, requestedBy: string) {
  await db
    .insertInto('score_tracked_account')
    .values({ address, requested_by: requestedBy })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

/** First half of the advisory lock keys by account; any constant. */
export const ACCOUNT_LOCK = 7_301_004

/**
 * Runs `work` on one database snapshot while no other process scores the account. The lock is taken
 * before the snapshot, so that the later of two scorers sees the row of the first.
 */
export function withAccountLock<T>(
  db: Kysely<Tables>,
  address: Address,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const key = sql`${ACCOUNT_LOCK}::int, hashtext(${address})`
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    try {
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((snapshot) => work(snapshot))
    } finally {
      // A connection that broke has released the lock; its error must not replace that of the work.
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {})
    }
  })
}
