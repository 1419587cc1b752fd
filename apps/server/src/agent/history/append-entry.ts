import { hashReason } from '@app/contracts/hash-reason.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { FIRST_PREVIOUS_HASH, hashEntry } from './hash-entry.ts'
import { readBlockTimeMs } from './read-block-time.ts'
import { insertEntry, lockHistory, readLastEntry } from './write-entry.ts'

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
