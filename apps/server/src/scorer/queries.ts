import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** A position in the order of changes. */
interface ChangePosition {
  seq: number
  address: string
}

export interface ChangedAccounts {
  /** Changed accounts that are tracked and whose newest score does not include the change. */
  addresses: Address[]
  /** The last change that was read; `null` when there was none. */
  upTo: ChangePosition | null
}

/** Reads the next chain changes, at most `limit`. */
export async function findChangedAccounts(
  db: Kysely<Tables>,
  limit: number,
): Promise<ChangedAccounts> {
  const { rows } = await sql<{ seq: number; address: Address; is_due: boolean }>`
    with next as materialized (
      select seq, address from chain_change
      where (seq, address) > (
        (select seq from score_cursor), (select address from score_cursor)
      )
      order by seq, address
      limit ${limit}
    )
    select next.seq, next.address, coalesce(next.seq > tracked.chain_seq, false) as is_due
    from next left join score_tracked_account tracked using (address)
    order by next.seq, next.address`.execute(db)
  const addresses = rows.filter((row) => row.is_due).map((row) => row.address)
  return { addresses, upTo: rows.at(-1) ?? null }
}

/**
 * Returns tracked accounts whose newest score does not include the newest labels, or that have no
 * score.
 */
export async function findRelabelledAccounts(
  db: Kysely<Tables>,
  limit: number,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_tracked_account')
    .select('address')
    .where('label_seq', '<', (eb) => eb.selectFrom('chain_label_cursor').select('seq'))
    .orderBy('label_seq')
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/** Stores that all changes up to this one were processed. */
export async function advanceCursor(
  db: Kysely<Tables>,
  { seq, address }: ChangePosition,
): Promise<void> {
  await db.updateTable('score_cursor').set({ seq, address }).execute()
}

/** Marks the changes visible in the snapshot of `db` as included in the account's newest score. */
export async function markChangesScored(db: Kysely<Tables>, address: Address): Promise<void> {
  await sql`
    update score_tracked_account set chain_seq = seen.chain_seq, label_seq = seen.label_seq
    from (select
      coalesce((select seq from chain_change where address = ${address}), 0) as chain_seq,
      (select seq from chain_label_cursor) as label_seq
    ) seen
    where score_tracked_account.address = ${address}
      and (score_tracked_account.chain_seq, score_tracked_account.label_seq)
        is distinct from (seen.chain_seq, seen.label_seq)`.execute(db)
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
const ACCOUNT_LOCK = 7_301_004

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
      await sql`select pg_advisory_unlock(${key})`.execute(connection)
    }
  })
}
