import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The rescoring need not come back for what the snapshot of `db` shows of this account. */
export async function markChangesSeen(db: Kysely<Tables>, address: Address): Promise<void> {
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
