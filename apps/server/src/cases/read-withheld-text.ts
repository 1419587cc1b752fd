import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Reads since when, in Unix seconds, and why a text is withheld; `null` for one that is shown. */
export async function readWithheldText(
  db: Kysely<Tables>,
  textHash: string,
): Promise<{ at: number; reason: string } | null> {
  const row = await db
    .selectFrom('case_withheld_text')
    .select(['at_ms', 'reason'])
    .where('text_hash', '=', textHash)
    .executeTakeFirst()
  return row === undefined ? null : { at: Math.floor(row.at_ms / 1000), reason: row.reason }
}
