import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The rescoring need not come back for what the snapshot of `db` shows of this account. */
export async function markSeen(db: Kysely<Tables>, address: Address): Promise<void> {
  await sql`
    update score_subject set
      chain_seq = coalesce((select seq from chain_change where address = ${address}), 0),
      label_seq = (select seq from chain_label_cursor)
    where address = ${address}`.execute(db)
}
