import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { startFaultProxy } from '@app/server/agent/testing/fault-proxy.ts'
import { STATUS_TOPIC } from '@app/server/cosigner/status.ts'
import { createPool } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { expect, it, onTestFinished } from 'vitest'
import { COSIGNER_INDEXES, prepareMailbox } from './cosigner-databases.ts'

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

it('a start that is killed while it makes the mailbox of the signers is completed by the next one', async () => {
  const url = await openPostgres()
  await usePool(url, (pool) => migrate(pool))
  const proxy = await startFaultProxy(url)
  onTestFinished(() => proxy.stop())
  let mailboxes: string[] = []
  let kills = 0
  // The statements contain new passwords in each start, so they are counted.
  for (let isKilled = true; isKilled; ) {
    let left = kills
    proxy.clearFaults()
    void proxy.injectFault(({ path }) => path !== '' && left-- === 0, 'crash')
    mailboxes = await prepareMailbox(proxy.url).catch(() => [])
    isKilled = proxy.isCrashed()
    if (isKilled) kills += 1
    proxy.revive()
  }
  expect(kills).toBeGreaterThan(8)
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
