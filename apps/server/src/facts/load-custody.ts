import { ALL_TOKENS, type CustodyFacts, NFTS } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import { HUB_COUNTERPARTIES, OPERATED_TRANSACTIONS } from '@app/values/limits.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { buildTheftOnlyTransactionsQuery } from './theft-adjusted/load-theft-adjusted-account.ts'
import { buildTakenMovesQuery } from './theft-adjusted/read-taken-moves.ts'

/** The partners of an account are considered only where it has at most this many. */
const MAX_PARTNERS = 2
/** Transactions that are counted. */
const MAX_OPERATED = 20

/**
 * Loads the signs that others act for an account: it authorizes transactions and never proposes one, as the
 * customers of a custodian, or its one or two partners deal with many, as a merchant account through which all
 * purchases of a market go. Returns `undefined` without any.
 */
export async function loadCustody(
  db: Kysely<Tables>,
  { address, proposed, senders, recipients, hasTheftLosses }: CustodyQuery,
): Promise<CustodyFacts | undefined> {
  const hasManyPartners = Math.max(senders, recipients) > MAX_PARTNERS
  if (hasManyPartners && proposed > 0) return undefined
  const account = sql.val(address)
  const counted = hasTheftLosses
    ? sql`(height, tx_index) not in (
        with taken as materialized (${buildTakenMovesQuery(address)})
        ${buildTheftOnlyTransactionsQuery(address)}
      )`
    : sql`true`
  const operated = proposed > 0 ? sql`0` : buildOperatedQuery(account, counted)
  const partners = hasManyPartners ? sql`'{}'::text[]` : buildPartnersQuery(account)
  const { rows } = await sql<FewPartners>`
    select ${account} as address, ${partners} as partners, ${operated} as operated`.execute(db)
  return (await toCustodyFacts(db, rows)).get(address)
}

/** Loads the same for accounts from which no listed account took anything; those without any sign are left out. */
export async function loadCustodyOfMany(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, CustodyFacts>> {
  const account = sql.ref('wanted.address')
  const hasNotProposed = sql`not exists (
    select from chain_account_activity acted where acted.address = ${account} and acted.proposed > 0
  )`
  const { rows } = await sql<FewPartners>`
    select wanted.address, ${buildPartnersQuery(account)} as partners,
      ${buildOperatedQuery(account, hasNotProposed)} as operated
    from unnest(${addresses}::text[]) as wanted (address)`.execute(db)
  return await toCustodyFacts(db, rows)
}

async function toCustodyFacts(
  db: Kysely<Tables>,
  accounts: readonly FewPartners[],
): Promise<ReadonlyMap<Address, CustodyFacts>> {
  const hubs = await loadHubs(db, [...new Set(accounts.flatMap(({ partners }) => partners))])
  const found = new Map<Address, CustodyFacts>()
  for (const { address, operated, partners } of accounts) {
    const custody = {
      operated: operated < OPERATED_TRANSACTIONS ? 0 : operated,
      hubs: partners.filter((partner) => hubs.has(partner)).length,
    }
    if (custody.operated + custody.hubs > 0) found.set(address, custody)
  }
  return found
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
  hasTheftLosses: boolean
}

interface FewPartners {
  address: Address
  operated: number
  /** Empty when there are more than two. */
  partners: Address[]
}

/** Builds the query of the transactions that an account authorized and others paid for. */
const buildOperatedQuery = (address: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`(
  select count(*) from (
    select from chain_transaction
    where address = ${address} and is_authorizer and not is_payer and ${condition}
    limit ${MAX_OPERATED}
  ) signed
)`

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
