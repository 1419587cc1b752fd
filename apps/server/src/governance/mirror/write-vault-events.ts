import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { MirroredEvent } from './event-fields.ts'

/** Keeps the latest opening of the guarded vault of an owner. */
export async function writeVaultOpening(db: Kysely<Tables>, { read, at }: MirroredEvent) {
  const owner = read.address('address')
  await db
    .insertInto('dao_vault')
    .values({ owner, opened_at: at })
    .onConflict((conflict) =>
      conflict
        .column('owner')
        .doUpdateSet({ opened_at: sql<number>`greatest(dao_vault.opened_at, ${at}::bigint)` }),
    )
    .execute()
  return [owner]
}

/** Keeps the latest closing of the guarded vault of an owner. */
export async function writeVaultClosing(db: Kysely<Tables>, { read, at }: MirroredEvent) {
  const owner = read.address('address')
  await db
    .insertInto('dao_vault')
    .values({ owner, closed_at: at })
    .onConflict((conflict) =>
      conflict
        .column('owner')
        .doUpdateSet({ closed_at: sql<number>`greatest(dao_vault.closed_at, ${at}::bigint)` }),
    )
    .execute()
  return [owner]
}
