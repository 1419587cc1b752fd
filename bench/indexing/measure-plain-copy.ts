import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export const RAW_TABLES = [
  'chain_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_transaction',
  'chain_account',
] as const

export const SUM_TABLES = [
  'chain_counterparty',
  'chain_activity_bucket',
  'chain_activity',
  'chain_collection',
  'chain_account_activity',
] as const

/** Returns the seconds that a COPY of all rows takes into empty tables with the same columns and indexes. */
export async function measurePlainCopy(pool: pg.Pool, tables: readonly string[]): Promise<number> {
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
