import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readBlockTimeMs } from '../../facts/load-coverage.ts'

/** Something that was done about an account, by the agent or a person. */
export interface NewEntry {
  address: Address
  /** Such as `flag`; underscores are shown as spaces. */
  action: string
  success: boolean
  /** A routine check or publication that changed nothing; false by default. */
  isUnchanged?: boolean
  /** One sentence or more for display. */
  reason: string
  caseId?: string | null
  evidenceHash?: string | null
  actionId?: number | null
  txId?: string | null
}

/**
 * Appends to the history of an account, and sends the notification `history_changed`. The time is that of the latest
 * indexed block, or the next millisecond after the account's last entry. Call it last in a transaction, for one account:
 * it waits for others that append to the same history.
 */
export async function appendEntry(db: Kysely<Tables>, entry: NewEntry): Promise<void> {
  const nowMs = await readBlockTimeMs(db)
  while (!(await insertEntry(db, entry, nowMs))) {
    // Another transaction took the number.
  }
  await sql`select pg_notify('history_changed', ${entry.address})`.execute(db)
}

/** Returns whether the next number of the account was still free. */
async function insertEntry(db: Kysely<Tables>, entry: NewEntry, nowMs: number): Promise<boolean> {
  const { address, action, success, isUnchanged = false, reason } = entry
  const { caseId = null, evidenceHash = null, actionId = null, txId = null } = entry
  const { numAffectedRows } = await sql`
    insert into agent_entry (address, number, at_ms, action, success, is_unchanged, reason, reason_hash,
      case_id, evidence_hash, action_id, tx_id)
    select ${address}, coalesce(max(number), 0) + 1, greatest(${nowMs}::bigint, max(at_ms) + 1),
      ${action}, ${success}::boolean, ${isUnchanged}::boolean, ${reason}, ${hashReason(reason)},
      ${caseId}, ${evidenceHash}, ${actionId}::bigint, ${txId}
    from agent_entry where address = ${address}
    on conflict (address, number) do nothing`.execute(db)
  return numAffectedRows === 1n
}
