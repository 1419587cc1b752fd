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
  CHILD_ACT_TABLE,
  COA_MOVE_TABLE,
  CONTRACT_EVENT_TABLE,
  EVM_TRANSACTION_TABLE,
  NFT_MOVE_TABLE,
  PARTICIPATION_TABLE,
  type RawTable,
  STAKE_ACT_TABLE,
  TRANSFER_TABLE,
} from './raw-tables.ts'
import { buildCoaMoveDeltaInsert, rewriteCoaMoves, writeCoaActs } from './write-coas.ts'
import { writeEvmBalances } from './write-evm-balances.ts'
import { writeHandovers } from './write-handovers.ts'

interface WriteRowsOptions {
  /** Type identifier of the FLOW vault. */
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
  await insertNew(client, rows.transfers, {
    table: TRANSFER_TABLE,
    buildDeltas: buildTransferDeltaInsert,
    buildSource: markOwnChildren,
  })
  await insertNew(client, rows.stakeActs, {
    table: STAKE_ACT_TABLE,
    buildDeltas: buildStakeActDeltaInsert,
  })
  await insertNew(client, rows.childActs, {
    table: CHILD_ACT_TABLE,
    buildDeltas: buildChildActDeltaInsert,
  })
  await insertNew(client, rows.nftMoves, {
    table: NFT_MOVE_TABLE,
    buildDeltas: buildNftMoveDeltaInsert,
  })
  await insertNew(client, rows.accountEvents, {
    table: ACCOUNT_EVENT_TABLE,
    buildDeltas: buildAccountEventDeltaInsert,
  })
  await insertNew(client, rows.transactions, {
    table: PARTICIPATION_TABLE,
    buildDeltas: buildTransactionDeltaInsert,
  })
  await insertIgnoringExisting(client, ACCOUNT_TABLE, rows.accounts)
  await writeContractEventRows(client, rows.contractEvents)
  await insertIgnoringExisting(client, EVM_TRANSACTION_TABLE, rows.evmTransactions)
  const skipped = rows.evmSkips.reduce((sum, { count }) => sum + count, 0)
  if (skipped > 0) await client.query('update chain_evm_skipped set count = count + $1', [skipped])
  const changedCoas = await writeCoaActs(client, rows)
  const isRewritten = await rewriteCoaMoves(client, rewriteLimit)
  await insertNew(client, rows.coaMoves, {
    table: COA_MOVE_TABLE,
    buildDeltas: buildCoaMoveDeltaInsert,
  })
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

/** Inserts the rows that do not exist yet. */
async function insertIgnoringExisting<Row>(
  client: pg.ClientBase,
  table: RawTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0)
    await client.query(buildInsert(table, buildUnnest(table)), toColumnArrays(table, rows))
}

interface Insertion<Row> {
  table: RawTable<Row>
  buildDeltas: (source: string) => string
  /** Builds SQL that changes the rows before they are inserted; its columns are in the order of the table. */
  buildSource?: (source: string) => string
}

async function insertNew<Row>(
  client: pg.ClientBase,
  rows: readonly Row[],
  { table, buildDeltas, buildSource = (source) => source }: Insertion<Row>,
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
  const copy = client.query(copyFrom(`copy ${staged} from stdin (format binary)`))
  await pipeline(Readable.from(encodeCopyRows(table, rows)), copy)
  return staged
}

/** Builds SQL that inserts rows and ignores existing rows. */
function buildInsert<Row>({ name, columns }: RawTable<Row>, source: string): string {
  return `insert into ${name} (${Object.keys(columns).join(', ')}) ${source} on conflict do nothing`
}

/** Builds SQL that makes rows of one array per column. */
export function buildUnnest<Row>({ columns }: RawTable<Row>): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)
  const names = Object.keys(columns).join(', ')
  return `select * from unnest(${arrays.join(', ')}) as given (${names})`
}

/** Converts rows to the parameters of `buildUnnest`: one array per column. */
export function toColumnArrays<Row>({ columns }: RawTable<Row>, rows: readonly Row[]): unknown[][] {
  const names = Object.keys(columns) as (keyof Row)[]
  return names.map((name) => rows.map((row) => row[name]))
}

/** Size of the chunks that are sent. */
const CHUNK_BYTES = 64 * 1024

/** Bytes that no value but a text exceeds, with its length. */
const MAX_VALUE_BYTES = 32
/** Bytes of a character of JavaScript in UTF-8, at most. */
const MAX_CHARACTER_BYTES = 3

/** Signature, flags and length of the header extension. Source: PostgreSQL, COPY, "Binary Format". */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** Writes one value that is not null at an offset; returns the offset after it. */
type Encode = (buffer: Buffer, value: never, offset: number) => number

/**
 * Encodes rows in the binary format of COPY, in the order of the table's columns. Throws `TypeError` for a type
 * without an encoding.
 */
export function* encodeCopyRows<Row>(
  { columns }: RawTable<Row>,
  rows: readonly Row[],
): Generator<Buffer> {
  const fields = (Object.keys(columns) as (keyof Row)[]).map((name) => ({
    name,
    encode: findEncoding(columns[name]),
  }))
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let offset = HEADER.copy(buffer)
  for (const row of rows) {
    // A contract chooses how long the identifiers of its types are.
    const needed = boundSize(Object.values(row as object)) + TRAILER.length
    if (offset + needed > buffer.length) {
      yield buffer.subarray(0, offset)
      buffer = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, needed))
      offset = 0
    }
    offset = buffer.writeInt16BE(fields.length, offset)
    for (const { name, encode } of fields) {
      const value = row[name]
      offset =
        value === null ? buffer.writeInt32BE(-1, offset) : encode(buffer, value as never, offset)
    }
  }
  offset += TRAILER.copy(buffer, offset)
  yield buffer.subarray(0, offset)
}

/** Returns a number of bytes that the encoded row does not exceed. */
function boundSize(values: readonly unknown[]): number {
  let size = 0
  for (const value of values)
    size += MAX_VALUE_BYTES + (typeof value === 'string' ? value.length * MAX_CHARACTER_BYTES : 0)
  return size + MAX_VALUE_BYTES
}

function findEncoding(type: string): Encode {
  const encode = ENCODINGS[type]
  if (encode === undefined) throw new TypeError(`the type ${type} has no binary encoding`)
  return encode
}

const ENCODINGS: Readonly<Record<string, Encode>> = {
  text: encodeText,
  bigint: encodeBigint,
  integer: encodeInteger,
  boolean: encodeBoolean,
  numeric: encodeNumeric,
}

function encodeText(buffer: Buffer, value: string, offset: number): number {
  const length = buffer.write(value, offset + 4, 'utf8')
  buffer.writeInt32BE(length, offset)
  return offset + 4 + length
}

function encodeBigint(buffer: Buffer, value: number, offset: number): number {
  buffer.writeInt32BE(8, offset)
  buffer.writeInt32BE(Math.floor(value / 2 ** 32), offset + 4)
  return buffer.writeUInt32BE(value % 2 ** 32, offset + 8)
}

function encodeInteger(buffer: Buffer, value: number, offset: number): number {
  buffer.writeInt32BE(4, offset)
  return buffer.writeInt32BE(value, offset + 4)
}

function encodeBoolean(buffer: Buffer, value: boolean, offset: number): number {
  buffer.writeInt32BE(1, offset)
  return buffer.writeUInt8(value ? 1 : 0, offset + 4)
}

/** Encodes a whole number that is not negative, in digits to the base 10,000. */
function encodeNumeric(buffer: Buffer, value: bigint, offset: number): number {
  const digits = toDigits(value)
  let at = buffer.writeInt32BE(8 + 2 * digits.length, offset)
  at = buffer.writeInt16BE(digits.length, at)
  at = buffer.writeInt16BE(digits.length - 1, at)
  at = buffer.writeInt32BE(0, at)
  for (const digit of digits) at = buffer.writeInt16BE(digit, at)
  return at
}

function toDigits(value: bigint): number[] {
  const digits: number[] = []
  let rest = value
  while (rest > 0n) {
    if (rest <= Number.MAX_SAFE_INTEGER) return [...toSmallDigits(Number(rest)), ...digits]
    digits.unshift(Number(rest % 10_000n))
    rest /= 10_000n
  }
  return digits
}

function toSmallDigits(value: number): number[] {
  const digits: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10_000)) digits.unshift(rest % 10_000)
  return digits
}
