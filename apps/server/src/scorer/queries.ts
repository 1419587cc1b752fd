import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A place in the order of changes. */
interface ChangePosition {
  seq: number
  address: string
}

export interface ChangedAccounts {
  /** Of the changed accounts, those that are kept scored and whose score does not know of it. */
  addresses: Address[]
  /** The last change looked at, `null` when there was none. */
  upTo: ChangePosition | null
}

/** Looks at the next changes of the chain, at most `limit`. */
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

/** The next accounts whose newest score does not know the newest labels, and those never scored. */
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

/** Everything up to this change is dealt with. */
export async function advanceCursor(
  db: Kysely<Tables>,
  { seq, address }: ChangePosition,
): Promise<void> {
  await db.updateTable('score_cursor').set({ seq, address }).execute()
}

/** The rescoring need not come back for what the snapshot of `db` shows of this account. */
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

/** Adds an account to those that are scored again after every change of their inputs. */
export async function trackAccount(db: Kysely<Tables>, address: Address, requestedBy: string) {
  await db
    .insertInto('score_tracked_account')
    .values({ address, requested_by: requestedBy })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
}

/** First half of the key of the advisory locks by account; any constant. */
const ACCOUNT_LOCK = 7_301_004

/**
 * Runs `work` on one snapshot of the database while no other process scores the account. The lock comes
 * before the snapshot, so that of two scorers the later one reads what the first one wrote.
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
