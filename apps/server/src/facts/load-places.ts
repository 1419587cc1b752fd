import type { PlaceFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/** Maximum number of entries in a score: a vault holds at most 16 tokens, a child account any number. */
const MAX_SCORED_PLACES = 64

/** A row of `buildPlacesQuery`. */
export type PlaceRow = PlaceFacts

/** Loads what the account put into own places and took out of them; none for most accounts. */
export async function loadPlaces(db: Kysely<Tables>, address: Address): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`${buildPlacesQuery(sql.val(address))}`.execute(db)
  return rows
}

/**
 * Builds the query of the own places of an account. What came back from children is in the sums of their pairs,
 * because it is income.
 */
export function buildPlacesQuery(address: RawBuilder<unknown>): RawBuilder<PlaceRow> {
  return sql<PlaceRow>`
    select place, token, put_units as put, case when place = 'child' then coalesce((
        select sum(pair.in_units) from chain_own_child own
        join chain_counterparty pair
          on pair.counterparty = own.child and pair.token = kept.token
        where own.address = ${address} and pair.address = ${address}
      ), 0) else taken_units end as taken
    from chain_own_place kept
    where kept.address = ${address}
    order by place collate "C", token collate "C"
    limit ${MAX_SCORED_PLACES}`
}

/** The optional field of the facts, absent without any. */
export const toPlaces = (rows: readonly PlaceRow[]): { places?: PlaceFacts[] } =>
  rows.length === 0
    ? {}
    : { places: rows.map(({ place, token, put, taken }) => ({ place, token, put, taken })) }
