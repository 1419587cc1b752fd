import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { prepareTemplate } from '../schedule/prepare-template.ts'
import { openClocks } from './clocks.ts'
import { runWithClock } from './server-clock.ts'

const RealDate = Date

const DAY_MS = 86_400_000

/** Far above what a statement takes. */
const NEAR_MS = 600_000

async function openDatabase() {
  const template = await prepareTemplate(inject('templateUrl'))
  const client = new pg.Client({ connectionString: template.url })
  onTestFinished(async () => {
    await client.end()
    await template[Symbol.asyncDispose]()
  })
  const serverClock = { aheadMs: 0 }
  const clocks = await openClocks(template.url, serverClock)
  await client.connect()
  const readAheadMs = async (expression: string): Promise<number> => {
    const { rows } = await client.query(
      `select extract(epoch from ${expression} - pg_catalog.now())::float8 * 1000 as ahead`,
    )
    return rows[0].ahead
  }
  return { clocks, serverClock, client, readAheadMs }
}

it('that of a database jumps for statements, column defaults and the queue, but not within a transaction', async () => {
  const { clocks, client, readAheadMs } = await openDatabase()
  await client.query('begin')
  expect(await readAheadMs('now()')).toBe(0)
  await clocks.jump('database clock a day back')
  expect(await readAheadMs('now()')).toBe(0)
  await client.query('commit')
  await client.query(
    `insert into label_entry (address, kind, source, confidence, reason) values ('0x01', 'scam', 'test', 1, 'stole')`,
  )
  const expressions = ['now()', 'clock_timestamp()', 'alert_queue.job_now()']
  for (const expression of [...expressions, '(select added_at from label_entry)']) {
    const aheadMs = await readAheadMs(expression)
    expect(Math.abs(aheadMs + DAY_MS), expression).toBeLessThan(NEAR_MS)
  }
})

it('that of a process jumps for the work of its own schedule only', async () => {
  const { clocks, serverClock } = await openDatabase()
  const read = async () => [Date.now(), Date.parse(new Date().toISOString())]
  await clocks.jump('server clock a day ahead')
  const inside = await runWithClock(serverClock, read)
  const outside = await runWithClock({ aheadMs: 0 }, read)
  for (const index of [0, 1]) {
    const aheadMs = (inside[index] ?? 0) - (outside[index] ?? 0)
    expect(Math.abs(aheadMs - DAY_MS)).toBeLessThan(NEAR_MS)
  }
  await runWithClock(serverClock, async () => {
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z')
    expect(new Date()).toBeInstanceOf(Date)
  })
  expect(Date).toBe(RealDate)
})
