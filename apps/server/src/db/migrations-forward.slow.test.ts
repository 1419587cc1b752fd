import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestContext } from '../testing/create-test-context.ts'
import { fillEmptyTables } from '../testing/fill-empty-tables.ts'
import { findLostRows, readRows } from '../testing/read-rows.ts'
import { createPool } from './create-pool.ts'
import { migrate } from './migrate.ts'

/** Tables that a migration empties on purpose: their rows are read from the chain again. */
const READ_AGAIN: Readonly<Record<string, RegExp>> = {
  '0006_account_acts.sql': /^chain_/,
  '0008_scheduler_fees.sql': /^chain_/,
  '0015_reports.sql': /^chain_contract_cursor$/,
  '0027_score_answers.sql': /^chain_contract_cursor$/,
  '0030_numbered_flags_and_freezes.sql':
    /^(chain_contract_|dao_(vote|proposal|flag|freeze|appeal|recovery))/,
}

async function openEmptyDatabase(): Promise<pg.Pool> {
  const context = await createTestContext()
  const name = `forward_${Date.now()}_${process.pid}`
  await context.pool.query(`create database ${name}`)
  const url = new URL(context.config.databaseUrl ?? '')
  url.pathname = `/${name}`
  const pool = createPool(url.href, context.log)
  onTestFinished(async () => {
    await pool.end()
    await context.pool.query(`drop database ${name} with (force)`)
  })
  return pool
}

describe('migrations of a filled database', () => {
  it('keep every row of every table, one version after the other', {
    timeout: 120_000,
  }, async () => {
    const pool = await openEmptyDatabase()
    const client = await pool.connect()
    onTestFinished(() => client.release())
    const files = await readdir(join(import.meta.dirname, 'migrations'))
    const names = files.filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) {
      const before = await readRows(client)
      expect(await migrate(pool, { last: name })).toEqual([name])
      const lost = findLostRows(before, await readRows(client))
      const isReadAgain = (row: string) => READ_AGAIN[name]?.test(row.split(':')[0] ?? '') ?? false
      expect([name, lost.filter((row) => !isReadAgain(row))]).toEqual([name, []])
      await fillEmptyTables(client)
    }
    const tables = [...(await readRows(client)).values()]
    expect(tables.filter(({ rows }) => rows.length === 0)).toEqual([])
    expect(tables.length).toBeGreaterThan(50)
  })

  it('give webhooks that exist 30 days to be confirmed, and those that were removed none', async () => {
    const pool = await openEmptyDatabase()
    await migrate(pool, { last: '0031_publications.sql' })
    await pool.query(`
      insert into alert_webhook (owner, url, secret, since_ms, removed_at)
      values ('a', 'https://example.org/', 's', 0, null), ('b', 'https://example.org/', 's', 0, now())`)
    await migrate(pool)
    const { rows } = await pool.query(`
      select owner, confirmed_at, round(extract(epoch from confirm_by - now()) / 86400)::int as days
      from alert_subscription order by owner`)
    expect(rows).toEqual([
      { owner: 'a', confirmed_at: null, days: 30 },
      { owner: 'b', confirmed_at: null, days: null },
    ])
  })
})
