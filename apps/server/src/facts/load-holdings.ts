import type { HoldingFacts, PlaceFacts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { MAX_SCORED_COLLECTIONS } from '@app/values/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'

/** Loads the NFT collections that each account held when its storage was last read; those that were never read are absent. */
export async function loadHoldings(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, HoldingFacts[]>> {
  return await readByAccount(
    db,
    addresses,
    (accounts) => sql<HoldingRow>`
      select wanted.address, held.* from ${accounts}
      join score_holding_read read on read.address = ${ACCOUNT}
      left join lateral (
        select holding.collection, holding.count, seen.first_in_ms
        from score_holding holding
        left join chain_collection seen on seen.address = ${ACCOUNT}
          and seen.contract = regexp_replace(holding.collection, '\\.[^.]*$', '')
        where holding.address = ${ACCOUNT}
        order by holding.count desc, holding.collection collate "C"
        limit ${MAX_SCORED_COLLECTIONS}
      ) held on true`,
    toHoldings,
  )
}

/** A collection that an account holds; null without any. */
interface HoldingRow {
  address: Address
  collection: string | null
  count: number | null
  first_in_ms: number | null
}

function toHoldings(rows: readonly HoldingRow[], address: Address): HoldingFacts[] {
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

/**
 * Loads what each account put into own places and took out of them; most have none, and are absent. What came back from
 * children is in the sums of their pairs, because it is income.
 */
export async function loadPlaces(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, PlaceFacts[]>> {
  return await readByAccount(
    db,
    addresses,
    (accounts) => sql<PlaceFacts & { address: Address }>`
      select wanted.address, own.* from ${accounts} cross join lateral (
        select place, token, put_units as put, case when place = 'child' then coalesce((
            select sum(pair.in_units) from chain_own_child own
            join chain_counterparty pair
              on pair.counterparty = own.child and pair.token = kept.token
            where own.address = ${ACCOUNT} and pair.address = ${ACCOUNT}
          ), 0) else taken_units end as taken
        from chain_own_place kept
        where kept.address = ${ACCOUNT}
        order by place collate "C", token collate "C"
        limit ${MAX_SCORED_PLACES}
      ) own`,
    (rows) => rows.map(({ address: _, ...place }) => place),
  )
}
