import type { HoldingFacts, PlaceFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'

/**
 * Loads the NFT collections that the account held when its storage was last read; `null` when it
 * was never read.
 */
export async function loadHoldings(
  db: Kysely<Tables>,
  address: Address,
): Promise<HoldingFacts[] | null> {
  const { rows } = await sql<HoldingRow>`
    select held.* from score_holding_read read
    left join lateral (${buildLargestHoldingsQuery(sql.val(address))}) held on true
    where read.address = ${address}`.execute(db)
  return rows.length === 0 ? null : toHoldings(address, rows)
}

/** A collection that an account holds; null without any. */
export interface HoldingRow {
  collection: string | null
  count: number | null
  first_in_ms: number | null
}

/** Builds the query of the collections of an account, the largest first. */
export function buildLargestHoldingsQuery(address: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select holding.collection, holding.count, seen.first_in_ms
    from score_holding holding
    left join chain_collection seen on seen.address = holding.address
      and seen.contract = regexp_replace(holding.collection, '\\.[^.]*$', '')
    where holding.address = ${address}
    order by holding.count desc, holding.collection collate "C"
    limit ${MAX_SCORED_COLLECTIONS}`
}

/** Converts the rows of an account whose storage was read. */
export function toHoldings(address: Address, rows: readonly HoldingRow[]): HoldingFacts[] {
  return rows.flatMap(({ collection, count, first_in_ms }) =>
    collection === null || count === null || count === 0
      ? []
      : [
          {
            collection,
            count,
            isSelfMinted: collection.startsWith(`A.${address.slice(2)}.`),
            firstDepositSeconds: first_in_ms === null ? null : Math.floor(first_in_ms / 1000),
          },
        ],
  )
}

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
