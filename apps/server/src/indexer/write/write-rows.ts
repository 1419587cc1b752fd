import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import type { RangeRows } from '../decode/build-rows.ts'
import type { IndexedEvent } from '../decode/contract-events.ts'
import {
  buildAccountEventDeltaInsert,
  buildChildActDeltaInsert,
  buildNftMoveDeltaInsert,
  buildStakeActDeltaInsert,
  buildTransactionDeltaInsert,
  buildTransferDeltaInsert,
} from '../sums/delta-tables.ts'
import { markOwnChildren } from '../sums/own-places.ts'
import {
  ACCOUNT_EVENT_TABLE,
  ACCOUNT_TABLE,
  buildUnnest,
  CHILD_ACT_TABLE,
  COA_MOVE_TABLE,
  CONTRACT_EVENT_TABLE,
  EVM_TRANSACTION_TABLE,
  NFT_MOVE_TABLE,
  PARTICIPATION_TABLE,
  type RawTable,
  STAKE_ACT_TABLE,
  TRANSFER_TABLE,
  toColumnArrays,
  UNVERIFIED_TABLE,
} from './raw-tables.ts'
import { buildCoaMoveDeltaInsert, rewriteCoaMoves, writeCoaActs } from './write-coas.ts'
import { writeEvmBalances } from './write-evm-balances.ts'
import { writeHandovers } from './write-handovers.ts'

interface WriteRowsOptions {
  flowToken: string
  /** Transfers of Cadence-owned accounts that are rewritten. */
  rewriteLimit?: number | undefined
}

/**
 * Inserts the raw rows of a range. Only rows that did not exist are added to the delta tables, so
 * that no row is counted twice. Returns whether there are transfers among the deltas that are no longer stored.
 */
export async function writeRows(
  client: pg.ClientBase,
  rows: RangeRows,
  { flowToken, rewriteLimit }: WriteRowsOptions,
): Promise<boolean> {
  const transfers = { ...TRANSFER_TABLE, buildSource: markOwnChildren }
  await insertNew(client, transfers, rows.transfers, buildTransferDeltaInsert)
  await insertNew(client, STAKE_ACT_TABLE, rows.stakeActs, buildStakeActDeltaInsert)
  await insertNew(client, CHILD_ACT_TABLE, rows.childActs, buildChildActDeltaInsert)
  await insertNew(client, NFT_MOVE_TABLE, rows.nftMoves, buildNftMoveDeltaInsert)
  await insertNew(client, ACCOUNT_EVENT_TABLE, rows.accountEvents, buildAccountEventDeltaInsert)
  await insertNew(client, PARTICIPATION_TABLE, rows.transactions, buildTransactionDeltaInsert)
  await insertIgnoringExisting(client, ACCOUNT_TABLE, rows.accounts)
  await writeContractEventRows(client, rows.contractEvents)
  await insertIgnoringExisting(client, EVM_TRANSACTION_TABLE, rows.evmTransactions)
  await insertIgnoringExisting(client, UNVERIFIED_TABLE, rows.unverifiedTransfers)
  const skipped = rows.evmSkips.reduce((sum, { count }) => sum + count, 0)
  if (skipped > 0) await client.query('update chain_evm_skipped set count = count + $1', [skipped])
  const changedCoas = await writeCoaActs(client, rows)
  const isRewritten = await rewriteCoaMoves(client, rewriteLimit)
  await insertNew(client, COA_MOVE_TABLE, rows.coaMoves, buildCoaMoveDeltaInsert)
  const isHandedOver = await writeHandovers(client, rows, changedCoas)
  await writeEvmBalances(client, rows, flowToken)
  return isRewritten || isHandedOver
}

/** Inserts events of the contracts, and notes who publishes scores. */
export async function writeContractEventRows(
  client: pg.ClientBase,
  rows: readonly NewContractEventRow[],
): Promise<void> {
  await insertIgnoringExisting(client, CONTRACT_EVENT_TABLE, rows)
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

async function insertIgnoringExisting<Row>(
  client: pg.ClientBase,
  table: RawTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0)
    await client.query(buildInsert(table, buildUnnest(table)), toColumnArrays(table, rows))
}

interface NewRows<Row> extends RawTable<Row> {
  /** Builds SQL that changes the rows before they are inserted; its columns are in the order of the table. */
  buildSource?: (source: string) => string
}

/** Inserts the rows that do not exist yet, and runs the SQL that `buildDeltas` builds for them. */
async function insertNew<Row>(
  client: pg.ClientBase,
  { buildSource = (source) => source, ...table }: NewRows<Row>,
  rows: readonly Row[],
  buildDeltas: (source: string) => string,
): Promise<void> {
  if (rows.length === 0) return
  const isCopied = rows.length >= MIN_COPIED_ROWS
  const source = isCopied
    ? `select * from ${await stageRows(client, table, rows)} order by address`
    : buildUnnest(table)
  const sql = `with inserted as (${buildInsert(table, buildSource(source))} returning *) ${buildDeltas('inserted')}`
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
  const copy = client.query(copyFrom(`copy ${staged} from stdin`))
  await pipeline(Readable.from(encodeRows(table, rows)), copy)
  return staged
}

function buildInsert<Row>({ name, columns }: RawTable<Row>, source: string): string {
  return `insert into ${name} (${Object.keys(columns).join(', ')}) ${source} on conflict do nothing`
}

const ROWS_PER_CHUNK = 500

/** Encodes rows for COPY, in the order of the table's columns. Source: PostgreSQL, COPY, "Text Format". */
function* encodeRows<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): Generator<string> {
  const names = Object.keys(columns) as (keyof Row)[]
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const lines = rows
      .slice(start, start + ROWS_PER_CHUNK)
      .map((row) => `${names.map((name) => encodeValue(row[name])).join('\t')}\n`)
    yield lines.join('')
  }
}

function encodeValue(value: unknown): string {
  if (value === null) return '\\N'
  return typeof value === 'string'
    ? value.replaceAll(/[\\\t\n\r]/g, escapeCharacter)
    : String(value)
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r' }

const escapeCharacter = (character: string): string => `\\${ESCAPES[character] ?? character}`
