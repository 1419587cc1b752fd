import { ALL_TOKENS, type CustodyFacts, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { HUB_COUNTERPARTIES, OPERATED_TRANSACTIONS } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { ACCOUNT, readByAccount } from './select-accounts.ts'
import { buildTheftOnlyTransactionsQuery } from './theft-adjusted/load-theft-adjusted-account.ts'
import { buildTakenMovesQuery } from './theft-adjusted/read-taken-moves.ts'

/** The partners of an account are considered only where it has at most this many. */
const MAX_PARTNERS = 2
/** Transactions that are counted. */
const MAX_OPERATED = 20

/**
 * Loads the signs that others act for an account: it authorizes transactions and never proposes one, as the
 * customers of a custodian, or its one or two partners deal with many, as a merchant account through which all
 * purchases of a market go. Accounts without any are absent.
 */
export async function loadCustody(
  db: Kysely<Tables>,
  accounts: readonly CustodyQuery[],
): Promise<ReadonlyMap<Address, CustodyFacts>> {
  const operated = await countOperated(
    db,
    accounts.filter(({ proposed }) => proposed === 0),
  )
  const withFew = accounts.filter((one) => Math.max(one.senders, one.recipients) <= MAX_PARTNERS)
  const partners = await readByAccount(
    db,
    withFew.map(({ address }) => address),
    (wanted) => sql<{ address: Address; partners: Address[] }>`
      select wanted.address, ${buildPartnersQuery(ACCOUNT)} as partners from ${wanted}`,
    ([row]) => row.partners,
  )
  const hubs = await loadHubs(db, [...new Set([...partners.values()].flat())])
  const found = new Map<Address, CustodyFacts>()
  for (const { address } of accounts) {
    const count = operated.get(address) ?? 0
    const custody = {
      operated: count < OPERATED_TRANSACTIONS ? 0 : count,
      hubs: (partners.get(address) ?? []).filter((partner) => hubs.has(partner)).length,
    }
    if (custody.operated + custody.hubs > 0) found.set(address, custody)
  }
  return found
}

/**
 * Counts the transactions that each account authorized and others paid for, without those in which a listed account only
 * took something.
 */
async function countOperated(
  db: Kysely<Tables>,
  accounts: readonly CustodyQuery[],
): Promise<ReadonlyMap<Address, number>> {
  const count = (addresses: readonly Address[], condition: RawBuilder<unknown>) =>
    readByAccount(
      db,
      addresses,
      (wanted) => sql<{ address: Address; operated: number }>`
        select wanted.address, (
          select count(*) from (
            select from chain_transaction
            where address = ${ACCOUNT} and is_authorizer and not is_payer and ${condition}
            limit ${MAX_OPERATED}
          ) signed
        ) as operated from ${wanted}`,
      ([{ operated }]) => operated,
    )
  const [robbed = [], others = []] = [true, false].map((isRobbed) =>
    accounts.filter((one) => one.isRobbed === isRobbed).map(({ address }) => address),
  )
  const operated = await count(others, sql`true`)
  for (const address of robbed) {
    const isKept = sql`(height, tx_index) not in (
      with taken as materialized (${buildTakenMovesQuery(address)})
      ${buildTheftOnlyTransactionsQuery(address)}
    )`
    for (const counted of await count([address], isKept)) operated.set(...counted)
  }
  return operated
}

/** Versions of the score that judge by an earlier decoding do not know of custody. */
const FIRST_DECODING = 2

/** The optional field of the facts of a decoding, absent without any. */
export const toCustody = (
  custody: CustodyFacts | undefined,
  decoding: number,
): { custody?: CustodyFacts } =>
  custody === undefined || decoding < FIRST_DECODING ? {} : { custody }

interface CustodyQuery {
  address: Address
  /** Transactions that it proposed, without those in which a listed account took something. */
  proposed: number
  /** Accounts that paid it, and that it paid, without the same: each of them is a partner. */
  senders: number
  recipients: number
  isRobbed: boolean
}

/**
 * Builds the query of the partners of an account, who are accounts, without listed ones that only took something. It
 * goes from one to the next by the index, and ends behind the last that could matter: an account can have millions.
 */
const buildPartnersQuery = (address: RawBuilder<unknown>) => sql`coalesce((
  with recursive met as (
    (${buildNextPartnerQuery(address, sql`''`)})
    union all
    select next.counterparty from met
    cross join lateral (${buildNextPartnerQuery(address, sql`met.counterparty`)}) next
  )
  select array_agg(counterparty) from (select counterparty from met limit ${MAX_PARTNERS + 1}) first
  having count(*) <= ${MAX_PARTNERS}
), '{}')`

const buildNextPartnerQuery = (address: RawBuilder<unknown>, previous: RawBuilder<unknown>) => sql`
  select counterparty from chain_counterparty
  where address = ${address} and counterparty > ${previous} and token not in (${ALL_TOKENS}, ${NFTS})
    and length(counterparty) = length(address)
    and in_count + out_count > own_count + case when hop = 0 then taken_count else 0 end
  order by counterparty limit 1`

async function loadHubs(
  db: Kysely<Tables>,
  partners: readonly Address[],
): Promise<ReadonlySet<Address>> {
  if (partners.length === 0) return new Set()
  const { rows } = await sql<{ address: Address }>`
    select address from chain_activity
    where address = any(${partners}::text[]) and token = ${ALL_TOKENS}
      and greatest(senders, recipients) >= ${HUB_COUNTERPARTIES}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
