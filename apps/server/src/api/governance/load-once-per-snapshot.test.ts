import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, createQueryBuilder } from '../../db/create-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts'
import { loadOncePerSnapshot } from './load-once-per-snapshot.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, { warn: () => {} })
  await pool.query('create table thing (value integer)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const write = (value: number) => pool.query('insert into thing values ($1)', [value])

/** A reading of all values that counts itself, and waits for `gate` while it runs. */
function openReading(gate: () => Promise<void> = async () => {}) {
  const reading = { count: 0 }
  const read = loadOncePerSnapshot({ db: createQueryBuilder(pool) }, async () => {
    reading.count += 1
    await gate()
    const { rows } = await pool.query('select value from thing order by value')
    return rows.map(({ value }) => value)
  })
  return { reading, read }
}

it('nothing is read again until somebody has written', async () => {
  const { reading, read } = openReading()
  await write(1)
  expect(await read()).toEqual([1])
  await expectToKeep({ reading, read })
  await write(2)
  expect(await read()).toEqual([1, 2])
  await expectToKeep({ reading, read })
})

/** Other databases of the server are written to, which snapshots count, too: waits until none is for a moment. */
async function expectToKeep({ reading, read }: ReturnType<typeof openReading>): Promise<void> {
  const countReadings = async () => {
    const before = reading.count
    for (let asked = 0; asked < 3; asked += 1) await read()
    return reading.count - before
  }
  await expect.poll(countReadings, { interval: 1 }).toBe(0)
}

it('who asks while a reading runs does not get it, but shares the next one', async () => {
  const opened = Promise.withResolvers<void>()
  const { reading, read } = openReading(() => opened.promise)
  await write(3)
  const early = read()
  await expect.poll(() => reading.count).toBe(1)
  const late = [read(), read(), read()]
  await write(4)
  opened.resolve()
  await early
  expect(await Promise.all(late)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
  expect(reading.count).toBe(2)
})

it('what is written by a transaction that is open during a reading is read after it', async () => {
  const { read } = openReading()
  const client = await pool.connect()
  await client.query('begin; insert into thing values (5)')
  expect(await read()).not.toContain(5)
  await client.query('commit')
  client.release()
  expect(await read()).toContain(5)
})

it('a reading that fails is told to those who wait for it, and is tried again', async () => {
  let failures = 1
  const read = loadOncePerSnapshot({ db: createQueryBuilder(pool) }, async () => {
    failures -= 1
    if (failures >= 0) throw new Error('no')
    return 'read'
  })
  await expect(read()).rejects.toThrow('no')
  expect(await read()).toBe('read')
})
