import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { Context } from '../../runtime/context.ts'

/** An entry of the history as it is shown. */
export interface HistoryEntry {
  /** Order in the history of all accounts. */
  id: number
  address: Address
  number: number
  atMs: number
  action: string
  success: boolean
  isUnchanged: boolean
  /** `null` where it is withheld. */
  reason: string | null
  caseId: string | null
  txId: string | null
  hash: string
}

export interface HistoryPage {
  limit: number
  address?: Address | undefined
  /** Only entries before this id. */
  beforeId?: number | undefined
}

/** Reads entries of one account or of all, newest first. */
export async function readHistory(
  { db }: Pick<Context, 'db'>,
  { limit, address, beforeId = Number.MAX_SAFE_INTEGER }: HistoryPage,
): Promise<HistoryEntry[]> {
  const all = selectEntries(db).where('entry.id', '<', beforeId)
  const wanted = address === undefined ? all : all.where('entry.address', '=', address)
  return await wanted.orderBy('entry.id', 'desc').limit(limit).execute()
}

/** Reads the entries of an account after number `after`, oldest first. */
export async function readEntriesAfter(
  { db }: Pick<Context, 'db'>,
  { address, after }: { address: Address; after: number },
): Promise<HistoryEntry[]> {
  return await selectEntries(db)
    .where('entry.address', '=', address)
    .where('entry.number', '>', after)
    .orderBy('entry.number')
    .execute()
}

const selectEntries = (db: Kysely<Tables>) =>
  db
    .selectFrom('agent_entry as entry')
    .leftJoin('agent_entry_text as text', (join) =>
      join.onRef('text.address', '=', 'entry.address').onRef('text.number', '=', 'entry.number'),
    )
    .select([
      'entry.id',
      'entry.address',
      'entry.number',
      'entry.at_ms as atMs',
      'entry.action',
      'entry.success',
      'entry.is_unchanged as isUnchanged',
      'text.reason',
      'entry.case_id as caseId',
      'entry.tx_id as txId',
      'entry.hash',
    ])
