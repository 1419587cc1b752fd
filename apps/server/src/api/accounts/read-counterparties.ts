import { MAX_RANKED_COUNTERPARTIES } from '@app/api/schemas/account/counterparty.ts'
import { ALL_TOKENS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'

/** A counterparty with its sums over all tokens and NFTs. */
export interface CounterpartyTotals {
  counterparty: Address
  sent: bigint
  received: bigint
  first_seconds: number
  last_seconds: number
}

interface CounterpartyPage {
  limit: number
  /** Counterparty at the end of the previous page. */
  after?: Address | undefined
}

/**
 * Reads the counterparties of an account: listed ones first, then those with most transfers. At
 * most `MAX_RANKED_COUNTERPARTIES` are compared, so that the cost has a bound; listed ones all.
 */
export async function readCounterparties(
  db: Kysely<Tables>,
  address: Address,
  { limit, after }: CounterpartyPage,
): Promise<CounterpartyTotals[]> {
  const cursor = after ?? null
  const { rows } = await sql<CounterpartyTotals>`
    with bound as (
      select max(counterparty) as counterparty from (
        select distinct counterparty from chain_counterparty where address = ${address}
        order by counterparty limit ${MAX_RANKED_COUNTERPARTIES}
      ) first
    ),
    pair as (
      select * from chain_counterparty
      where address = ${address} and counterparty <= (select counterparty from bound)
      union all
      select * from chain_counterparty
      where address = ${address} and hop = 0 and counterparty > (select counterparty from bound)
    ),
    total as (
      select counterparty, sum(out_count) as sent, sum(in_count) as received,
        min(first_seconds) as first_seconds, max(last_seconds) as last_seconds,
        coalesce(min(hop) = 0, false) as is_listed
      from pair where token <> ${ALL_TOKENS}
      group by counterparty having sum(in_count + out_count) > 0
    ),
    ranked as (
      select *, row_number() over (order by is_listed desc, sent + received desc, counterparty) as place
      from total
    )
    select counterparty, sent, received, first_seconds, last_seconds from ranked
    where ${cursor}::text is null or place > (select place from ranked where counterparty = ${cursor})
    order by place limit ${limit}`.execute(db)
  return rows
}

/** Transfers with one counterparty in one token. */
export interface CounterpartySums {
  counterparty: Address
  token: string
  in_count: number
  in_units: bigint
  out_count: number
  out_units: bigint
}

/** Reads the sums of an account with some counterparties, per token, the most used first. */
export async function readCounterpartySums(
  db: Kysely<Tables>,
  address: Address,
  counterparties: readonly Address[],
): Promise<CounterpartySums[]> {
  if (counterparties.length === 0) return []
  return await db
    .selectFrom('chain_counterparty')
    .select(['counterparty', 'token', 'in_count', 'in_units', 'out_count', 'out_units'])
    .where('address', '=', address)
    .where('counterparty', 'in', counterparties)
    .where('token', '!=', ALL_TOKENS)
    .orderBy(sql`in_count + out_count`, 'desc')
    .orderBy('token')
    .execute()
}
