import { createHash } from 'node:crypto'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
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
  caseId: string | null
  evidenceHash: string | null
  actionId: number | null
  txId: string | null
}

/**
 * Appends to the history of an account, in the caller's transaction, which may append to no other account:
 * its lock is the last one that a transaction takes. The time is that of the latest
 * indexed block, or the next millisecond after the account's last entry; the hash covers the entry
 * and the hash of the one before.
 */
export async function appendEntry(db: Kysely<Tables>, entry: NewEntry): Promise<void> {
  await lockHistory(db, entry.address)
  const last = await readLastEntry(db, entry.address)
  const { reason, isUnchanged = false, ...content } = entry
  const hashed = {
    ...content,
    isUnchanged,
    number: (last?.number ?? 0) + 1,
    atMs: Math.max(await readBlockTimeMs(db), (last?.atMs ?? 0) + 1),
    reasonHash: hashReason(reason),
    previousHash: last?.hash ?? FIRST_PREVIOUS_HASH,
  }
  await insertEntry(db, { ...hashed, hash: hashEntry(hashed), reason, address: entry.address })
}

/** What the hash of an entry covers; the text of the reason only by its hash. */
export interface HashedEntry {
  address: string
  number: number
  /** Unix milliseconds of block time. */
  atMs: number
  action: string
  success: boolean
  /** A routine check or publication that changed nothing. */
  isUnchanged: boolean
  reasonHash: string
  caseId: string | null
  evidenceHash: string | null
  actionId: number | null
  txId: string | null
  /** Hash of the account's entry before; `FIRST_PREVIOUS_HASH` for the first. */
  previousHash: string
}

const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** Returns the SHA-256 of the canonical JSON (RFC 8785) of an entry, in hex. */
export function hashEntry(entry: HashedEntry): string {
  return createHash('sha256')
    .update(toCanonicalJson({ ...entry }))
    .digest('hex')
}

/** The newest entry of an account. */
interface LastEntry {
  number: number
  atMs: number
  hash: string
}

/** First half of the advisory lock keys by address; any constant. */
const HISTORY_LOCK = 7_301_012

/** Locks the history of the address until the end of the transaction. */
async function lockHistory(db: Kysely<Tables>, address: Address): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HISTORY_LOCK}::int, hashtext(${address}))`.execute(db)
}

async function readLastEntry(db: Kysely<Tables>, address: Address): Promise<LastEntry | null> {
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
interface StoredEntry extends HashedEntry {
  address: Address
  hash: string
  reason: string
}

/** Stores an entry and its text, and sends the notification `history_changed`. */
async function insertEntry(db: Kysely<Tables>, entry: StoredEntry): Promise<void> {
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
