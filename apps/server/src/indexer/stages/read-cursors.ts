import type { Kysely } from 'kysely'
import type { CursorRow } from '../../db/chain-tables.ts'
import type { Tables } from '../../db/tables.ts'

export interface Cursors {
  live: CursorRow | null
  backfill: CursorRow | null
}

export async function readCursors(db: Kysely<Tables>): Promise<Cursors> {
  const rows = await db.selectFrom('chain_cursor').selectAll().execute()
  const cursorOf = (lane: CursorRow['lane']) => rows.find((row) => row.lane === lane) ?? null
  return { live: cursorOf('live'), backfill: cursorOf('backfill') }
}
