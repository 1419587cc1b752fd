import { ALL_TOKENS, type CustodyFacts, type Facts } from '@app/score/facts.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { Party } from '@app/values/evm-address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { selectOwnAddresses } from '../db/select-own-addresses.ts'
import type {
  AccountActivityRow,
  AccountRow,
  ActivityRow,
  ExposureRow,
} from '../db/tables/chain-tables.ts'
import type { LabelRow } from '../db/tables/label-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { computeCompleteness } from './compute-completeness.ts'
import { buildAge, type LoadedAccount, toLoadedAccount, toUtcDay } from './load-account.ts'
import { BUSIEST_FIRST, type LoadedActivity, toLoadedActivity } from './load-activity.ts'
import {
  type ListState,
  readListState,
  SUREST_LISTING,
  TOP_CONTACTS,
  toContacts,
  toListing,
} from './load-contacts.ts'
import { loadCustodyOfMany, toCustody } from './load-custody.ts'
import { type FactsQuery, loadFacts } from './load-facts.ts'
import {
  buildLargestHoldingsQuery,
  buildPlacesQuery,
  type HoldingRow,
  type PlaceRow,
  toHoldings,
  toPlaces,
} from './load-holdings.ts'
import { buildUnseenQuery, toUnseen, type UnseenRow } from './load-unseen.ts'

interface ManyFactsQuery extends Omit<FactsQuery, 'address'> {
  /** Different accounts. */
  addresses: readonly Address[]
}

/**
 * Loads the same as `loadFacts` for each of the accounts, in any order, with a fixed number of queries for all of
 * them; the few whose facts need more are loaded one by one. `db` must be a `repeatable read` transaction.
 */
export async function loadFactsOfMany(
  db: Kysely<Tables>,
  { addresses, ...query }: ManyFactsQuery,
): Promise<Facts[]> {
  const uncommon = await readUncommonAccounts(db, addresses)
  const facts: Facts[] = []
  for (const address of uncommon) facts.push(await loadFacts(db, { ...query, address }))
  const common = addresses.filter((address) => !uncommon.has(address))
  if (common.length > 0) facts.push(...(await loadCommonFacts(db, { ...query, addresses: common })))
  return facts
}

async function loadCommonFacts(
  db: Kysely<Tables>,
  { addresses, ...query }: ManyFactsQuery,
): Promise<Facts[]> {
  const sums = await loadSumsOfMany(db, { addresses, network: query.network })
  const list = await readListState(db)
  const accounts = addresses.map((address) => toConsideredAccount(address, sums))
  const counts = await loadAccountCounts(
    db,
    new Set(accounts.map((one) => toUtcDay(one.asOfSeconds))),
  )
  return accounts.map((account) => buildFacts(account, { ...query, sums, list, counts }))
}

interface ConsideredAccount {
  address: Address
  asOfSeconds: number
  moved: LoadedActivity
  acted: LoadedAccount
}

function toConsideredAccount(address: Address, sums: ManySums): ConsideredAccount {
  const moved = toLoadedActivity(sums.activities.get(address) ?? [])
  const acted = toLoadedAccount({
    created: sums.created.get(address)?.[0],
    ownActivity: sums.ownActivities.get(address)?.[0],
    counts: sums.eventCounts.get(address) ?? [],
  })
  return { address, moved, acted, asOfSeconds: Math.max(moved.lastSeconds, acted.lastSeconds) }
}

interface Loaded extends Omit<FactsQuery, 'address'> {
  sums: ManySums
  list: ListState | null
  /** Number of accounts on the day before each day. */
  counts: ReadonlyMap<number, number>
}

function buildFacts(
  { address, asOfSeconds, moved, acted }: ConsideredAccount,
  { network, coverage, decoding, sums, list, counts }: Loaded,
): Facts {
  const { created } = acted
  const creationIndex = toAccountIndex(address, network)
  const seenAccounts = counts.get(toUtcDay(asOfSeconds)) ?? 0
  const createdSeconds = created?.seconds ?? null
  const age =
    creationIndex === null ? null : buildAge({ creationIndex, seenAccounts, createdSeconds })
  const lastHeight = Math.max(moved.lastHeight, acted.lastHeight)
  const { activity, tokens, nfts, dustIn } = moved
  const unseen = toUnseen(sums.unseen.get(address)?.[0])
  const createdHeight = created?.height ?? null
  const lifetime = { coverage, decoding, createdHeight, lastHeight, age }
  const holdings = sums.holdings.get(address)
  return {
    ...{ address, asOfSeconds, age, activity, tokens, nfts },
    ...toPlaces(sums.places.get(address) ?? []),
    ...toCustody(sums.custody.get(address), decoding),
    holdings: holdings === undefined ? null : toHoldings(address, holdings),
    account: acted.account,
    contacts: list === null ? null : toContacts(list, sums.exposures.get(address) ?? []),
    listing: toListing(sums.listings.get(address)?.[0]),
    // Of both, uncommon accounts alone have any.
    community: null,
    poisoning: { dusted: 0, lookAlikes: 0 },
    dustIn,
    ...unseen,
    completeness: computeCompleteness({ ...lifetime, ...unseen, tokens }),
  }
}

/** Rows by account, in the order of their query. */
type RowsByAccount<Row> = ReadonlyMap<Party, readonly Row[]>

type OfAccount<Row> = Row & { address: Address }

/** The stored sums of many accounts. */
interface ManySums {
  activities: RowsByAccount<ActivityRow>
  created: RowsByAccount<AccountRow>
  ownActivities: RowsByAccount<AccountActivityRow>
  eventCounts: RowsByAccount<Tables['chain_account_event_count']>
  places: RowsByAccount<OfAccount<PlaceRow>>
  custody: ReadonlyMap<Address, CustodyFacts>
  /** A row for each account whose storage was read. */
  holdings: RowsByAccount<OfAccount<HoldingRow>>
  exposures: RowsByAccount<ExposureRow>
  unseen: RowsByAccount<OfAccount<UnseenRow>>
  listings: RowsByAccount<Pick<LabelRow, 'address' | 'source' | 'confidence'>>
}

/** Loads the sums of many accounts with one query for each table. */
async function loadSumsOfMany(
  db: Kysely<Tables>,
  { addresses, network }: Pick<ManyFactsQuery, 'addresses' | 'network'>,
): Promise<ManySums> {
  const read = async <Row extends { address: Party }>(query: RawBuilder<Row>) =>
    groupByAccount((await query.execute(db)).rows)
  const wanted = sql`unnest(${addresses}::text[]) as wanted (address)`
  const isWanted = sql`address = any(${addresses}::text[])`
  return {
    activities: await read<ActivityRow>(sql`
      select activity.* from ${wanted} cross join lateral (
        select * from chain_activity where address = wanted.address ${BUSIEST_FIRST}
      ) activity`),
    created: await read<AccountRow>(sql`select * from chain_account where ${isWanted}`),
    ownActivities: await read<AccountActivityRow>(
      sql`select * from chain_account_activity where ${isWanted}`,
    ),
    eventCounts: await read<Tables['chain_account_event_count']>(
      sql`select * from chain_account_event_count where ${isWanted}`,
    ),
    places: await read<OfAccount<PlaceRow>>(sql`
      select wanted.address, place.* from ${wanted}
      cross join lateral (${buildPlacesQuery(sql.ref('wanted.address'))}) place`),
    custody: await loadCustodyOfMany(db, addresses),
    holdings: await read<OfAccount<HoldingRow>>(sql`
      select read.address, held.* from score_holding_read read
      left join lateral (${buildLargestHoldingsQuery(sql.ref('read.address'))}) held on true
      where read.${isWanted}`),
    exposures: await read<ExposureRow>(sql`
      select exposure.* from ${wanted} cross join lateral (
        select * from chain_exposure where address = wanted.address ${TOP_CONTACTS}
      ) exposure`),
    unseen: await read<OfAccount<UnseenRow>>(sql`
      select wanted.address, unseen.* from ${wanted}
      cross join lateral (${buildUnseenQuery(sql.ref('wanted.address'), network)}) unseen`),
    listings: await read<Pick<LabelRow, 'address' | 'source' | 'confidence'>>(sql`
      select listing.* from ${wanted} cross join lateral (
        select wanted.address, source, confidence from label_entry
        where address in (${selectOwnAddresses(sql.ref('wanted.address'))}) ${SUREST_LISTING}
      ) listing`),
  }
}

function groupByAccount<Row extends { address: Party }>(rows: readonly Row[]): RowsByAccount<Row> {
  const groups = new Map<Party, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.address)
    if (group === undefined) groups.set(row.address, [row])
    else group.push(row)
  }
  return groups
}

/** Loads how many accounts there were on the day before each of these UTC days. */
async function loadAccountCounts(
  db: Kysely<Tables>,
  days: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ day: number; accounts: number }>`
    select wanted.day, coalesce(
      (select last_index from chain_account_day where day < wanted.day order by day desc limit 1),
      (select first_index from chain_account_day order by day limit 1),
      0
    ) as accounts
    from unnest(${[...days]}::int[]) as wanted (day)`.execute(db)
  return new Map(rows.map(({ day, accounts }) => [day, accounts]))
}

/**
 * Reads which of the accounts have facts that need more than their stored sums: a listed account took from them,
 * they sent dust, or the community spoke or decided about them.
 */
export async function readUncommonAccounts(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<Set<Address>> {
  const isWanted = sql`address = any(${addresses}::text[])`
  const { rows } = await sql<{ address: Address }>`
    select address from chain_exposure where ${isWanted} and hop = 0 and swept_count > 0
    union
    select address from chain_counterparty
    where ${isWanted} and token = ${sql.lit(ALL_TOKENS)} and dust_sent_count > 0
    union select address from dao_report where ${isWanted}
    union select address from label_report where ${isWanted}
    union select address from dao_freeze where ${isWanted}
    union select address from dao_appeal where ${isWanted}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}
