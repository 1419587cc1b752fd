import type { Address } from '@app/values/address.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type {
  AccountActivityRow,
  AccountRow,
  ActivityRow,
  ExposureRow,
} from '../../db/tables/chain-tables.ts'
import type { LabelRow } from '../../db/tables/label-tables.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { BUSIEST_FIRST } from '../load-activity.ts'
import { MOST_CONTACTS_FIRST, SUREST_LISTING } from '../load-contacts.ts'
import { buildLargestHoldingsQuery, type HoldingRow } from '../load-holdings.ts'

/** Rows by account, in the order of their query. */
export type RowsByAccount<Row> = ReadonlyMap<Address, readonly Row[]>

type OfAccount<Row> = Row & { address: Address }

/** The stored sums of many accounts. */
export interface ManySums {
  activities: RowsByAccount<ActivityRow>
  created: RowsByAccount<AccountRow>
  ownActivities: RowsByAccount<AccountActivityRow>
  eventCounts: RowsByAccount<Tables['chain_account_event_count']>
  /** A row for each account whose storage was read. */
  holdings: RowsByAccount<OfAccount<HoldingRow>>
  exposures: RowsByAccount<ExposureRow>
  listings: RowsByAccount<Pick<LabelRow, 'address' | 'source' | 'confidence'>>
}

/** Loads the sums of many accounts with one query for each table. */
export async function loadSumsOfMany(
  db: Kysely<Tables>,
  addresses: readonly Address[],
): Promise<ManySums> {
  const read = async <Row extends { address: Address }>(query: RawBuilder<Row>) =>
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
    holdings: await read<OfAccount<HoldingRow>>(sql`
      select read.address, held.* from score_holding_read read
      left join lateral (${buildLargestHoldingsQuery(sql.ref('read.address'))}) held on true
      where read.${isWanted}`),
    exposures: await read<ExposureRow>(sql`
      select exposure.* from ${wanted} cross join lateral (
        select * from chain_exposure where address = wanted.address ${MOST_CONTACTS_FIRST}
      ) exposure`),
    listings: await read<Pick<LabelRow, 'address' | 'source' | 'confidence'>>(sql`
      select listing.* from ${wanted} cross join lateral (
        select address, source, confidence from label_entry
        where address = wanted.address ${SUREST_LISTING}
      ) listing`),
  }
}

function groupByAccount<Row extends { address: Address }>(
  rows: readonly Row[],
): RowsByAccount<Row> {
  const groups = new Map<Address, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.address)
    if (group === undefined) groups.set(row.address, [row])
    else group.push(row)
  }
  return groups
}

/** Loads how many accounts there were on the day before each of these UTC days. */
export async function loadAccountCounts(
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
