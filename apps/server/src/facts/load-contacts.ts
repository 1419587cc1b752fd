import type { ContactFacts, Facts, ListingFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Maximum number of entries in a score; enough for three hops of the busiest twenty tokens. */
const MAX_SCORED_ENTRIES = 64

/**
 * Loads the contacts with listed accounts, direct and over one and two hops; `null` while no list
 * is loaded.
 */
export async function loadContacts(
  db: Kysely<Tables>,
  address: Address,
): Promise<Facts['contacts']> {
  const state = await db
    .selectFrom('label_state')
    .select(['listed_count', 'list_hash'])
    .executeTakeFirst()
  if (state === undefined || state.listed_count === 0) return null
  const rows = await db
    .selectFrom('chain_exposure')
    .selectAll()
    .where('address', '=', address)
    .orderBy(sql`in_count + out_count + swept_count`, 'desc')
    .orderBy(sql`token collate "C"`)
    .orderBy('hop')
    .limit(MAX_SCORED_ENTRIES)
    .execute()
  const entries = rows.map(
    (row): ContactFacts => ({
      hop: row.hop,
      token: row.token,
      counterparties: row.counterparties,
      transfersIn: row.in_count,
      unitsIn: row.in_units,
      transfersOut: row.out_count,
      unitsOut: row.out_units,
      transfersSwept: row.swept_count,
      unitsSwept: row.swept_units,
    }),
  )
  return { listedCount: state.listed_count, listHash: state.list_hash, entries }
}

/** Loads the current scam entry of the account with the highest confidence. */
export async function loadListing(
  db: Kysely<Tables>,
  address: Address,
): Promise<ListingFacts | null> {
  const row = await db
    .selectFrom('label_entry')
    .select(['source', 'confidence'])
    .where('address', '=', address)
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .orderBy('confidence', 'desc')
    .orderBy(sql`source collate "C"`)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { source: row.source, confidence: row.confidence / FACTOR_UNIT }
}
