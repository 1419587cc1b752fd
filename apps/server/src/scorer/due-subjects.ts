import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** A place in the order of changes. */
interface ChangePlace {
  seq: number
  address: string
}

export interface ChangedSubjects {
  addresses: Address[]
  /** Every change up to here is dealt with when these accounts are scored. */
  upTo: ChangePlace
}

/** The next accounts that are kept scored and of which the chain shows something new. */
export async function changedSubjects(db: Kysely<Tables>, limit: number): Promise<ChangedSubjects> {
  const cursor = await readCursor(db)
  const newest = await newestChange(db)
  const { rows } = await sql<{ seq: number; address: Address }>`
    select change.seq, change.address
    from chain_change change join score_subject subject using (address)
    where (change.seq, change.address) > (${cursor.seq}, ${cursor.address})
      and change.seq > subject.chain_seq
    order by change.seq, change.address
    limit ${limit}`.execute(db)
  const last = rows.at(-1)
  const isComplete = rows.length < limit || last === undefined
  return {
    addresses: rows.map(({ address }) => address),
    upTo: isComplete ? (newest ?? cursor) : last,
  }
}

/** The next accounts whose newest score does not know the newest labels, and those never scored. */
export async function relabelledSubjects(db: Kysely<Tables>, limit: number): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_subject')
    .select('address')
    .where('label_seq', '<', (eb) => eb.selectFrom('chain_label_cursor').select('seq'))
    .orderBy('label_seq')
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

export async function moveCursor(db: Kysely<Tables>, { seq, address }: ChangePlace): Promise<void> {
  await db.updateTable('score_cursor').set({ seq, address }).execute()
}

function readCursor(db: Kysely<Tables>): Promise<ChangePlace> {
  return db.selectFrom('score_cursor').select(['seq', 'address']).executeTakeFirstOrThrow()
}

/** Read before the accounts are looked for: what is committed meanwhile has a later place. */
async function newestChange(db: Kysely<Tables>): Promise<ChangePlace | null> {
  const newest = await db
    .selectFrom('chain_change')
    .select(['seq', 'address'])
    .orderBy('seq', 'desc')
    .orderBy('address', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? null
}
