import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import type { IndexedEvent } from '../decode/contract-events.ts'
import {
  buildAccountEventDeltaInsert,
  buildNftMoveDeltaInsert,
  buildTransactionDeltaInsert,
  buildTransferDeltaInsert,
} from '../sums/delta-rows.ts'
import { encodeCopyRows } from './encode-copy-rows.ts'
import {
  ACCOUNT_EVENTS,
  ACCOUNTS,
  CONTRACT_EVENTS,
  NFT_MOVES,
  type RawTable,
  TRANSACTIONS,
  TRANSFERS,
} from './raw-tables.ts'

/**
 * Inserts the raw rows of a range. Only rows that did not exist are added to the delta tables, so
 * that no row is counted twice.
 */
export async function writeRows(client: pg.ClientBase, rows: RangeRows): Promise<void> {
  await insertNew(client, rows.transfers, {
    table: TRANSFERS,
    buildDeltas: buildTransferDeltaInsert,
  })
  await insertNew(client, rows.nftMoves, { table: NFT_MOVES, buildDeltas: buildNftMoveDeltaInsert })
  await insertNew(client, rows.accountEvents, {
    table: ACCOUNT_EVENTS,
    buildDeltas: buildAccountEventDeltaInsert,
  })
  await insertNew(client, rows.transactions, {
    table: TRANSACTIONS,
    buildDeltas: buildTransactionDeltaInsert,
  })
  await insertIgnoringExisting(client, ACCOUNTS, rows.accounts)
  await writeContractEventRows(client, rows.contractEvents)
}

/** Inserts events of the contracts, and notes who publishes scores. */
export async function writeContractEventRows(
  client: pg.ClientBase,
  rows: readonly NewContractEventRow[],
): Promise<void> {
  await insertIgnoringExisting(client, CONTRACT_EVENTS, rows)
  const published = listPublishers(rows, 'DharmaScore.ScorePublished')
  if (published.length > 0) await client.query(INSERT_PUBLISHERS, [published])
  const dismissed = listPublishers(rows, 'DharmaScore.PublisherDismissed')
  if (dismissed.length > 0) await client.query(DISMISS_PUBLISHERS, [dismissed])
}

const listPublishers = (rows: readonly NewContractEventRow[], type: IndexedEvent): string[] => [
  ...new Set(
    rows.filter((row) => row.type === type).map(({ fields }) => JSON.parse(fields).publisher),
  ),
]

const INSERT_PUBLISHERS = `
insert into chain_publisher (publisher) select unnest($1::text[]) on conflict do nothing`

const DISMISS_PUBLISHERS = `
insert into chain_publisher (publisher, is_dismissed) select unnest($1::text[]), true
on conflict (publisher) do update set is_dismissed = true`

/** Number of rows from which COPY is faster than arrays as parameters. */
export const MIN_COPIED_ROWS = 10_000

/** Inserts the rows that do not exist yet. */
async function insertIgnoringExisting<Row>(
  client: pg.ClientBase,
  table: RawTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0)
    await client.query(buildInsert(table, buildUnnest(table)), toColumnArrays(table, rows))
}

async function insertNew<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, buildDeltas }: { table: RawTable<Row>; buildDeltas: (source: string) => string },
): Promise<void> {
  if (rows.length === 0) return
  const isCopied = rows.length >= MIN_COPIED_ROWS
  const source = isCopied
    ? `select * from ${await stageRows(client, table, rows)} order by address`
    : buildUnnest(table)
  const sql = `with inserted as (${buildInsert(table, source)} returning *) ${buildDeltas('inserted')}`
  await client.query(sql, isCopied ? [] : toColumnArrays(table, rows))
}

async function stageRows<Row>(
  client: pg.ClientBase,
  table: RawTable<Row>,
  rows: readonly Row[],
): Promise<string> {
  const staged = `staged_${table.name}`
  const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`)
  await client.query(
    `create temporary table if not exists ${staged} (${columns.join(', ')}) on commit delete rows`,
  )
  const copy = client.query(copyFrom(`copy ${staged} from stdin (format binary)`))
  await pipeline(Readable.from(encodeCopyRows(table, rows)), copy)
  return staged
}

/** Builds SQL that inserts rows and ignores existing rows. */
function buildInsert<Row>({ name, columns }: RawTable<Row>, source: string): string {
  return `insert into ${name} (${Object.keys(columns).join(', ')}) ${source} on conflict do nothing`
}

/** Builds SQL that makes rows of one array per column. */
function buildUnnest<Row>({ columns }: RawTable<Row>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `select * from unnest(${arrays.join(', ')})`
}

/** Converts rows to the parameters of `buildUnnest`: one array per column. */
function toColumnArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}
