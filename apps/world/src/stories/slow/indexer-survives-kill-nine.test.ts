import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createPool } from '@app/server/db/create-pool.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { rebuildSums } from '@app/server/indexer/sums/rebuild-sums.ts'
import { dumpSums } from '@app/server/testing/dump-sums.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../../../../scripts/set-up/paths.mjs'
import { createRandom } from '../../seed/random.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { emulator, databaseUrl, chain, people, waitUntilIndexed } = connectToWorld()
const silent = { warn: () => {} }
const random = createRandom(9)

type Pool = ReturnType<typeof createPool>

/** Application name of the killed process's connections. */
const INDEXER_CONNECTION_NAME = 'killed-indexer'

/** The database of the world's own server, which keeps running, and that of the killed one. */
const referenceDatabase = createPool(databaseUrl, silent)
let killedDatabase: Pool
const killedUrl = new URL(databaseUrl)
killedUrl.pathname = '/killed'

beforeAll(async () => {
  await referenceDatabase.query('create database killed')
  killedDatabase = createPool(killedUrl.href, silent)
  await migrate(killedDatabase)
})

afterAll(async () => {
  await killedDatabase.end()
  await referenceDatabase.query('drop database killed with (force)')
  await referenceDatabase.end()
})

const RAW_TABLES = ['chain_transfer', 'chain_nft_move', 'chain_account_event', 'chain_transaction']

test('after ten kill -9 during indexing, no row is lost or doubled, and the sums equal a rebuild', async () => {
  const paymentsController = new AbortController()
  const payments = payUntil(paymentsController.signal)
  const heights = new Set<number>()
  for (let kills = 0; kills < 10; kills++) {
    await killIndexerMidway(kills % 2 === 0 ? 'before it wrote' : 'after it wrote')
    heights.add(await readIndexedHeight(killedDatabase))
  }
  expect(heights.size).toBeGreaterThanOrEqual(5)
  paymentsController.abort()
  await payments

  const tip = (await chain.flow.getLatestBlock()).height
  const server = startIndexer()
  await waitFor(
    'the rest to be indexed',
    async () => (await readIndexedHeight(killedDatabase)) >= tip,
  )
  await killIndexer(server)
  await waitUntilIndexed()
  for (const table of RAW_TABLES) {
    expect(await readRows(killedDatabase, table, tip)).toEqual(
      await readRows(referenceDatabase, table, tip),
    )
  }
  const incrementalSums = await dumpSums(killedDatabase)
  await rebuildSums(killedDatabase, 'local', listChunksNewestFirst(tip))
  expect(await dumpSums(killedDatabase)).toEqual(incrementalSums)
})

/** Sends payments until `signal` aborts, so that there are always blocks with rows to index. */
async function payUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await people.acme.pay(people.cafe, '1.00')
    await people.trent.pay(people.acme, '1.00', 'LOTUS')
  }
}

/**
 * Starts the indexer and kills it at a random moment: before its first write, or while it writes.
 */
async function killIndexerMidway(phase: 'before it wrote' | 'after it wrote'): Promise<void> {
  const before = await readIndexedHeight(killedDatabase)
  const server = startIndexer()
  await waitFor('the indexer to connect', async () => (await countConnections()) > 0)
  if (phase === 'after it wrote') {
    await waitFor(
      'the indexer to write',
      async () => (await readIndexedHeight(killedDatabase)) > before,
    )
  }
  await pause(random.integer(0, 500))
  await killIndexer(server)
  await waitFor('its connections to break', async () => (await countConnections()) === 0)
}

function startIndexer() {
  return spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts'), 'indexer', 'scorer'], {
    stdio: 'ignore',
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: emulator.rest,
      FLOW_POLL_MS: '50',
      DATABASE_URL: `${killedUrl.href}?application_name=${INDEXER_CONNECTION_NAME}`,
    },
  })
}

async function killIndexer(server: ReturnType<typeof startIndexer>): Promise<void> {
  const exited = once(server, 'exit')
  server.kill('SIGKILL')
  await exited
}

async function countConnections(): Promise<number> {
  const { rowCount } = await referenceDatabase.query(
    'select from pg_stat_activity where application_name = $1',
    [INDEXER_CONNECTION_NAME],
  )
  return rowCount ?? 0
}

async function readIndexedHeight(pool: Pool): Promise<number> {
  const { rows } = await pool.query("select to_height from chain_cursor where direction = 'live'")
  return rows[0]?.to_height ?? -1
}

async function readRows(pool: Pool, table: string, upTo: number): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select t::text as row from ${table} t where height <= $1 order by t::text`,
    [upTo],
  )
  return rows
}

/** Lists all blocks in chunks of 40, the newest first. */
function listChunksNewestFirst(tip: number) {
  const chunks = Array.from({ length: Math.ceil((tip + 100) / 40) }, (_, index) => ({
    fromHeight: index * 40,
    toHeight: index * 40 + 39,
  }))
  return chunks.reverse()
}
