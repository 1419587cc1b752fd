import type { Kysely } from 'kysely'
import type { CursorRow } from '../../db/tables/chain-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'

export interface Cursors {
  live: CursorRow | null
  backfill: CursorRow | null
}

export async function readCursors(db: Kysely<Tables>): Promise<Cursors> {
  const rows = await db.selectFrom('chain_cursor').selectAll().execute()
  const findCursor = (direction: CursorRow['direction']) =>
    rows.find((row) => row.direction === direction) ?? null
  return { live: findCursor('live'), backfill: findCursor('backfill') }
}
