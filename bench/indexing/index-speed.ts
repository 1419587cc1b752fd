import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { roundRatio } from '../measure.ts'
import { withScratchPostgres } from '../with-scratch-context.ts'
import { indexHistory } from './index-history.ts'

const EVENTS = 400_000
const EVM_TRANSACTIONS = 200_000

const RAW_TABLES = [
  'chain_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_transaction',
  'chain_account',
] as const

const EVM_TABLES = [
  'chain_coa_move',
  'chain_coa_act',
  'chain_coa',
  'chain_evm_transaction',
] as const

const SUM_TABLES = [
  'chain_counterparty',
  'chain_activity_bucket',
  'chain_activity',
  'chain_collection',
  'chain_account_activity',
] as const

/**
 * Measures how many events of a replayed history are indexed per second, with all sums, and compares it with a
 * COPY of the same rows into empty tables with the same indexes: of the raw rows alone, and with the sums.
 */
export function benchIndexSpeed(): Promise<object> {
  return withScratchPostgres(async (postgres) => {
    const copySeconds = { raw: 0, sums: 0 }
    const indexed = await indexHistory(
      postgres,
      { side: 'cadence', events: EVENTS },
      async ({ pool }) => {
        copySeconds.raw = await measurePlainCopy(pool, RAW_TABLES)
        copySeconds.sums = await measurePlainCopy(pool, SUM_TABLES)
      },
    )
    return {
      bench: 'index',
      ...indexed,
      eventsPerSecond: Math.round(indexed.events / indexed.seconds),
      copySeconds,
      shareOfCopyOfRawRows: roundRatio(copySeconds.raw, indexed.seconds),
      shareOfCopyOfAllRows: roundRatio(copySeconds.raw + copySeconds.sums, indexed.seconds),
    }
  })
}

/**
 * Measures how many transactions of the EVM are indexed per second, half of them signed, with all sums, and compares it
 * with a COPY of the same rows.
 */
export function benchEvmIndexSpeed(transactions = EVM_TRANSACTIONS): Promise<object> {
  return withScratchPostgres(async (postgres) => {
    let copySeconds = 0
    const indexed = await indexHistory(
      postgres,
      { side: 'evm', transactions },
      async ({ pool }) => {
        copySeconds = await measurePlainCopy(pool, [...RAW_TABLES, ...EVM_TABLES])
      },
    )
    return {
      bench: 'index-evm',
      ...indexed,
      evmTransactionsPerSecond: Math.round(indexed.evmTransactions / indexed.seconds),
      copySeconds,
      shareOfCopyOfRawRows: roundRatio(copySeconds, indexed.seconds),
    }
  })
}

/** Returns the seconds that a COPY of all rows takes into empty tables with the same columns and indexes. */
async function measurePlainCopy(pool: pg.Pool, tables: readonly string[]): Promise<number> {
  const client = await pool.connect()
  let seconds = 0
  try {
    for (const table of tables) seconds += await copyTable(client, table)
  } finally {
    client.release()
  }
  return Math.round(seconds * 100) / 100
}

async function copyTable(client: pg.PoolClient, table: string): Promise<number> {
  const columns = await listColumns(client, table)
  const chunks: Buffer[] = []
  for await (const chunk of client.query(
    copyTo(`copy ${table} (${columns}) to stdout (format binary)`),
  )) {
    chunks.push(chunk)
  }
  await client.query(`create table copied (like ${table} including all)`)
  const start = performance.now()
  await client.query('begin')
  const target = client.query(copyFrom(`copy copied (${columns}) from stdin (format binary)`))
  await pipeline(Readable.from(chunks), target)
  await client.query('commit')
  const seconds = (performance.now() - start) / 1000
  await client.query('drop table copied')
  return seconds
}

async function listColumns(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}
