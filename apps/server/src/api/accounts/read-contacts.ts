import { ALL_TOKENS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { buildIsServiceCondition } from './read-account-summaries.ts'

/** What an account exchanged with a counterparty that carries taint. */
export interface Contact {
  address: Address
  counterparty: Address
  received: bigint
  /** Of the account's own will. */
  paid: bigint
  taken: bigint
}

/** Counterparties of one account that are looked at. */
const MAX_CANDIDATES = 1_000

/**
 * Reads for each account its counterparties at `hop` hops from a listed account (0: listed), those
 * with most transfers first.
 */
export async function readContacts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
  { hop, limit }: { hop: 0 | 1 | 2; limit: number },
): Promise<Contact[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<Contact>`
    select wanted.address, contact.*
    from unnest(${[...addresses]}::text[]) with ordinality as wanted (address, place)
    cross join lateral (
      select counterparty, sum(in_count) as received, sum(out_count - taken_count) as paid,
        sum(taken_count) as taken
      from (
        select * from chain_counterparty
        where address = wanted.address and hop = ${hop}
        order by counterparty limit ${MAX_CANDIDATES}
      ) pair
      where token <> ${ALL_TOKENS} and in_count + out_count > 0
      group by counterparty order by sum(in_count + out_count) desc, counterparty limit ${limit}
    ) contact
    order by wanted.place, received + paid + taken desc, counterparty`.execute(db)
  return rows
}

/** A scam list that has an account. */
export interface Listing {
  address: Address
  source: string
  kind: string
}

/** Reads for each listed account the current entry with the highest confidence. */
export async function readListings(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Listing[]> {
  if (addresses.length === 0) return []
  return await db
    .selectFrom('label_entry')
    .distinctOn('address')
    .select(['address', 'source', 'kind'])
    .where('address', 'in', addresses)
    .where('kind', '=', 'scam')
    .where('removed_at', 'is', null)
    .orderBy('address')
    .orderBy('confidence', 'desc')
    .orderBy('source')
    .execute()
}

/** Counterparties of either end between which a link is searched. */
const MAX_ENDS = 300

/**
 * Reads the accounts between two others, at most `limit` chains of the smallest number of them: none
 * (the two exchanged transfers), one or two; an empty list when there is no such chain. Services are
 * between them only when nothing else is.
 */
export async function readLinks(
  db: Kysely<Tables>,
  { from, to, limit }: { from: Address; to: Address; limit: number },
): Promise<Address[][]> {
  if (await hasTransfers(db, from, to)) return [[]]
  const { rows } = await sql<{ first: Address; second: Address | null }>`
    with ${buildEndQuery('near', from)}, ${buildEndQuery('far', to)},
    one as (
      select near.counterparty as first, null as second, near.is_service
      from near join far using (counterparty)
    ),
    two as (
      select near.counterparty as first, far.counterparty as second,
        near.is_service or far.is_service as is_service
      from near cross join far
      where not exists (select from one where not is_service)
        and near.counterparty <> ${to} and far.counterparty <> ${from}
        and exists (
          select from chain_counterparty link
          where link.address = near.counterparty and link.counterparty = far.counterparty
            and link.in_count + link.out_count > 0
        )
    )
    select first, second from (select * from one union all select * from two) link
    order by is_service, second is not null, first, second limit ${limit}`.execute(db)
  const isOne = rows[0]?.second === null
  return rows
    .filter(({ second }) => (second === null) === isOne)
    .map(({ first, second }) => (second === null ? [first] : [first, second]))
}

const buildEndQuery = (name: 'near' | 'far', address: Address) => sql`
  ${sql.ref(name)} as materialized (
    select counterparty, ${buildIsServiceCondition(sql.ref('pair.counterparty'))} as is_service
    from (
      select counterparty from chain_counterparty
      where address = ${address} and token <> ${ALL_TOKENS} and in_count + out_count > 0
      group by counterparty order by counterparty limit ${MAX_ENDS}
    ) pair
  )`

async function hasTransfers(db: Kysely<Tables>, from: Address, to: Address): Promise<boolean> {
  const row = await db
    .selectFrom('chain_counterparty')
    .select('token')
    .where('address', '=', from)
    .where('counterparty', '=', to)
    .where(sql<boolean>`in_count + out_count > 0`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
