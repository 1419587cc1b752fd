import { type Counterparty, MAX_RANKED_COUNTERPARTIES } from '@app/api/schemas/account.ts'
import { ALL_TOKENS, NFTS } from '@app/score/facts.ts'
import { formatDecimal } from '@app/values/amount.ts'
import type { Party } from '@app/values/evm-address.ts'
import { toIsoTime } from '@app/values/time.ts'
import { getTokenSymbol } from '@app/values/token-type.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import { readAccountSummaries } from './read-account-summaries.ts'

interface CounterpartyTotals {
  counterparty: Party
  sent: bigint
  received: bigint
  first_seconds: number
  last_seconds: number
}

interface CounterpartyPage {
  limit: number
  /** Counterparty at the end of the previous page. */
  after?: Party | undefined
}

/** Loads a page of the counterparties of an account, with its sums and latest scores. */
export async function loadCounterparties(
  db: Kysely<Tables>,
  address: Party,
  page: CounterpartyPage,
): Promise<Counterparty[]> {
  const totals = await readCounterparties(db, address, page)
  const addresses = totals.map(({ counterparty }) => counterparty)
  const [sums, summaries] = await Promise.all([
    readCounterpartySums(db, address, addresses),
    readAccountSummaries(db, addresses),
  ])
  return summaries.flatMap((summary, index) => {
    const total = totals[index]
    if (total === undefined) return []
    const own = sums.filter(({ counterparty }) => counterparty === total.counterparty)
    return [
      {
        ...summary,
        sentCount: Number(total.sent),
        receivedCount: Number(total.received),
        firstTime: toIsoTime(total.first_seconds),
        lastTime: toIsoTime(total.last_seconds),
        sent: own.flatMap((sum) => toSum(sum.token, sum.out_count, sum.out_units)),
        received: own.flatMap((sum) => toSum(sum.token, sum.in_count, sum.in_units)),
      },
    ]
  })
}

function toSum(token: string, count: number, units: bigint): Counterparty['sent'] {
  if (count === 0) return []
  if (token === NFTS) return [{ token: 'NFT', amount: String(units) }]
  return [{ token: getTokenSymbol(token), amount: formatDecimal(units) }]
}

/**
 * Reads the counterparties of an account: listed ones first, then those with most transfers. At
 * most `MAX_RANKED_COUNTERPARTIES` are compared, so that the cost has a bound; listed ones all.
 */
export async function readCounterparties(
  db: Kysely<Tables>,
  address: Party,
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

/** Reads the sums of an account with some counterparties, per token, the most used first. */
export async function readCounterpartySums(
  db: Kysely<Tables>,
  address: Party,
  counterparties: readonly Party[],
) {
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
