import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { STATUS_TOPIC } from '@app/server/cosigner/status.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import {
  createInjector,
  createKillingInjector,
  type Injector,
} from '@app/server/testing/faults/injection/injector.ts'
import { startPostgresProxy } from '@app/server/testing/faults/injection/postgres-proxy.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, it, onTestFinished } from 'vitest'
import {
  buildCosignerUrl,
  COSIGNER_INDEXES,
  createMissingDatabases,
  prepareMailbox,
} from './cosigner-databases.ts'

const MALLORY = computeAddressAtIndex(7, 'local')
const MAX_STARTS = 100

/** What is done besides the migrations, whose kills have a test of their own. */
const STATEMENTS =
  /^((drop|create|alter) database|insert into "label_|commit of (select|insert into "label_))/

async function openPostgres(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'dharma-signers-'))
  await chmod(home, 0o755)
  const postgres = await startPostgres({ dataDir: join(home, 'postgres'), isDurable: false })
  onTestFinished(async () => {
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  })
  return postgres.url
}

async function usePool<T>(
  databaseUrl: string,
  work: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool(databaseUrl, { warn: () => {} })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function countListed(databaseUrl: string): Promise<number> {
  const count = 'select count(*)::int as count from label_entry where address = $1'
  const { rows } = await usePool(databaseUrl, (pool) => pool.query(count, [MALLORY]))
  return rows[0].count
}

async function startProxy(url: string, injector: Injector) {
  const proxy = await startPostgresProxy(url, { injector, clocks: { jump: async () => {} } })
  onTestFinished(() => proxy.stop())
  return proxy
}

it('a start that is killed while it makes the databases of the signers leaves none without the scam list', async () => {
  const url = await openPostgres()
  const injector = createKillingInjector(STATEMENTS)
  const proxy = await startProxy(url, injector)
  let isDone = false
  for (let start = 0; start < MAX_STARTS && !isDone; start += 1) {
    isDone = await createMissingDatabases(proxy.toUrl(url), new Map([['mallory', MALLORY]])).then(
      () => !proxy.isCrashed(),
      () => false,
    )
    proxy.revive()
  }
  for (const index of COSIGNER_INDEXES)
    expect(await countListed(buildCosignerUrl(url, index))).toBe(1)
  expect(injector.injected.map(({ request }) => request.split(' ')[0])).toEqual(
    expect.arrayContaining(['create', 'insert', 'commit', 'alter']),
  )
})

it('a start that is killed while it makes the mailbox of the signers is completed by the next one', async () => {
  const url = await openPostgres()
  await usePool(url, (pool) => migrate(pool))
  let left = 0
  // The statements contain new passwords in each start, so they are counted.
  const injector = createInjector((_, kinds) => {
    left -= 1
    return left === 0 ? (kinds.find((kind) => /^crash/.test(kind)) ?? 'cut after') : null
  })
  const proxy = await startProxy(url, injector)
  let mailboxes: string[] = []
  for (let kills = 1; left <= 0; kills += 1) {
    left = kills
    mailboxes = await prepareMailbox(proxy.toUrl(url)).catch(() => [])
    proxy.revive()
  }
  expect(injector.injected.length).toBeGreaterThan(8)
  expect(mailboxes).toHaveLength(COSIGNER_INDEXES.length)
  for (const mailbox of mailboxes) {
    const direct = new URL(mailbox)
    direct.port = new URL(url).port
    const { rowCount } = await usePool(direct.href, (pool) =>
      pool.query(`insert into cosigner_mailbox (topic, body) values ($1, '{}')`, [STATUS_TOPIC]),
    )
    expect(rowCount).toBe(1)
  }
})
