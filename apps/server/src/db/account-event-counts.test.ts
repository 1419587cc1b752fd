import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { openTestContext } from '../testing/create-test-context.ts'
import { createPool } from './create-pool.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)
const MIGRATION = '0010_account_event_counts.sql'

let context: Context
let finish: () => Promise<void>
let pool: pg.Pool

/** Creates a database at the version before the migration. */
beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
  await context.pool.query('create database before_counts')
  const url = new URL(context.config.databaseUrl ?? '')
  url.pathname = '/before_counts'
  pool = createPool(url.href, context.log)
  for (const name of (await readdir(MIGRATIONS)).sort()) if (name < MIGRATION) await apply(name)
})
afterAll(async () => {
  await pool.end()
  await context.pool.query('drop database before_counts')
  await finish()
})

const apply = async (name: string) => pool.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))

test('counts in columns become counts in rows, each key in one of them', async () => {
  await pool.query(`
    insert into chain_account_activity (
      address, proposed, sponsored, keys_added, full_keys_added, keys_removed, contracts_deployed,
      contracts_updated, contracts_removed, capabilities_published, capabilities_offered,
      transactions_scheduled, last_height, last_ms
    ) values ('busy', 1, 2, 7, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13), ('idle', 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1)`)
  await apply(MIGRATION)
  const { rows } = await pool.query(
    'select address, kind, count from chain_account_event_count order by address, count, kind',
  )
  expect(rows.map(({ address, kind, count }) => `${address} ${kind} ${count}`)).toEqual([
    'busy full_key_added 3',
    'busy key_added 4',
    'busy key_removed 4',
    'busy contract_added 5',
    'busy contract_updated 6',
    'busy contract_removed 8',
    'busy capability_published 9',
    'busy capability_offered 10',
    'busy transaction_scheduled 11',
    'idle full_key_added 2',
  ])
  const activity = await pool.query('select * from chain_account_activity order by address')
  expect(activity.rows).toEqual([
    { address: 'busy', proposed: 1, sponsored: 2, last_height: 12, last_ms: 13 },
    { address: 'idle', proposed: 1, sponsored: 0, last_height: 1, last_ms: 1 },
  ])
})
