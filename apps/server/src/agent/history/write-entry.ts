import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { HashedEntry } from './hash-entry.ts'

/** The newest entry of an account. */
export interface LastEntry {
  number: number
  atMs: number
  hash: string
}

/** First half of the advisory lock keys by address; any constant. */
const HISTORY_LOCK = 7_301_012

/** Locks the history of the address until the end of the transaction. */
export async function lockHistory(db: Kysely<Tables>, address: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HISTORY_LOCK}::int, hashtext(${address}))`.execute(db)
}

export async function readLastEntry(
  db: Kysely<Tables>,
  address: Address,
): Promise<LastEntry | null> {
  const row = await db
    .selectFrom('agent_entry')
    .select(['number', 'at_ms as atMs', 'hash'])
    .where('address', '=', address)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** An entry with its hash and its text. */
export interface StoredEntry extends HashedEntry {
  address: Address
  hash: string
  reason: string
}

/** Stores an entry and its text, and sends the notification `history_changed`. */
export async function insertEntry(db: Kysely<Tables>, entry: StoredEntry): Promise<void> {
  const { address, number, reason } = entry
  await db
    .insertInto('agent_entry')
    .values({
      address,
      number,
      at_ms: entry.atMs,
      action: entry.action,
      success: entry.success,
      is_unchanged: entry.isUnchanged,
      reason_hash: entry.reasonHash,
      case_id: entry.caseId,
      evidence_hash: entry.evidenceHash,
      action_id: entry.actionId,
      tx_id: entry.txId,
      previous_hash: entry.previousHash,
      hash: entry.hash,
    })
    .execute()
  await db.insertInto('agent_entry_text').values({ address, number, reason }).execute()
  await sql`select pg_notify('history_changed', ${address})`.execute(db)
}
