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
