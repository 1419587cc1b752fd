import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

export interface CaseKey {
  address: Address
  caseId: string
}

/** What an owner stated last in a case. */
export interface LastStatement {
  sequence: number
  /** The complete text that was signed. */
  signedText: string
  /** Unix milliseconds of block time. */
  atMs: number
}

/** Reads the statement that counts in a case; `null` when the owner stated nothing. */
export async function readLastStatement(
  db: Kysely<Tables>,
  { address, caseId }: CaseKey,
): Promise<LastStatement | null> {
  const row = await db
    .selectFrom('case_owner_statement')
    .select(['sequence', 'at_ms', 'message'])
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { sequence: row.sequence, signedText: row.message.text, atMs: row.at_ms }
}

/** Returns whether there is a case with this id about the wallet, open or closed. */
export async function hasCase(db: Kysely<Tables>, { address, caseId }: CaseKey): Promise<boolean> {
  const row = await db
    .selectFrom('case_file')
    .select('case_id')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the case has the entry of a statement of its owner. */
export async function hasStatement(
  db: Kysely<Tables>,
  { address, caseId, sequence }: CaseKey & { sequence: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('case_entry')
    .select('number')
    .where('address', '=', address)
    .where('case_id', '=', caseId)
    .where('source', '=', `owner statement ${sequence}`)
    .executeTakeFirst()
  return row !== undefined
}
