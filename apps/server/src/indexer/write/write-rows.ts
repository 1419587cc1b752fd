import type pg from 'pg'
import type { RangeRows } from '../decode/build-rows.ts'
import {
  buildAccountEventDeltaInsert,
  buildNftMoveDeltaInsert,
  buildTransactionDeltaInsert,
  buildTransferDeltaInsert,
} from '../sums/delta-rows.ts'
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
  await insertIgnoringExisting(client, CONTRACT_EVENTS, rows.contractEvents)
}

/** Inserts the rows that do not exist yet. */
export async function insertIgnoringExisting<Row>(
  client: pg.ClientBase,
  table: RawTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await client.query(buildInsert(table), toColumnArrays(table, rows))
}

async function insertNew<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, buildDeltas }: { table: RawTable<Row>; buildDeltas: (source: string) => string },
): Promise<void> {
  if (rows.length === 0) return
  const sql = `with inserted as (${buildInsert(table)} returning *) ${buildDeltas('inserted')}`
  await client.query(sql, toColumnArrays(table, rows))
}

/** Builds SQL that inserts rows from one array per column and ignores existing rows. */
function buildInsert<Row>({ name, columns }: RawTable<Row>): string {
  const names = Object.keys(columns).join(', ')
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  return `insert into ${name} (${names}) select * from unnest(${arrays.join(', ')}) on conflict do nothing`
}

/** Converts rows to the parameters of `buildInsert`: one array per column. */
function toColumnArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}
