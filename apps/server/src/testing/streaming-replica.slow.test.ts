import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readiness } from '@app/api/schemas/readiness.ts'
import { type PostgresOptions, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Address } from '@app/values/address.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { upsertLabel } from '../labels/change-labels.ts'
import { closeContext, createContext } from '../runtime/context.ts'
import { trackAccount } from '../scorer/tracked-accounts.ts'
import { type Server, startServer } from '../server.ts'
import { copyDataDir } from './copy-data-dir.ts'
import { createDataHome } from './create-data-home.ts'
import { buildSeededChain, type SeededChain } from './faults/seeded-chain/build-seeded-chain.ts'
import { type SeededNode, startSeededNode } from './faults/seeded-chain/seeded-node.ts'
import { toTestAddress } from './ledger.ts'

const BLOCKS = 600
const FIRST_TIP = 400
const HISTORY = buildSeededChain(12, BLOCKS)
const SENDER = { address: toTestAddress(70), privateKeyHex: '7'.repeat(64) }
const PATHS = [...listAccountPaths(HISTORY.accounts), '/v1/inputs']
/** Fewer than one client may send in a minute. */
const MAX_REQUESTS = 3_000
/** What the replica answers, each with its block. */
const REPLICA_PATHS = PATHS.filter((path) => !/\/(history|evidence)$|inputs/.test(path))
const TRANSFERS = `/v1/accounts/${HISTORY.accounts[1]}/transfers`

const undo = new AsyncDisposableStack()
let servers: ReplicatedServers
let node: SeededNode
let indexer: Server
let tip = FIRST_TIP
/** API processes without a replica, and with one. */
let alone: Server
let replicated: Server
let replica: pg.Client

const buildConfig = (databaseUrl: string, replicaUrl?: string) => ({
  ...readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: node.url,
    API_PORT: '0',
    DATABASE_REPLICA_URL: replicaUrl,
    LOG_LEVEL: 'silent',
  }),
  databaseUrl,
})

beforeAll(async () => {
  servers = await startReplicatedServers()
  undo.defer(() => servers.stop())
  node = await startSeededNode({ seededChain: HISTORY, sender: SENDER, keyCount: 1 })
  undo.defer(() => node.stop())
  node.setTip(tip)
  indexer = await indexAndScore(buildConfig(servers.primaryUrl), HISTORY)
  undo.defer(() => indexer.stop())
  alone = await startServer(buildConfig(servers.primaryUrl), ['api'])
  undo.defer(() => alone.stop())
  replicated = await startServer(buildConfig(servers.primaryUrl, servers.replicaUrl), ['api'])
  undo.defer(() => replicated.stop())
  replica = new pg.Client({ connectionString: servers.replicaUrl })
  replica.on('error', () => {})
  await replica.connect()
  undo.defer(() => replica.end())
})
afterAll(() => undo.disposeAsync())

/** Returns why the replica is not read; `null` while it is. */
async function readOutage(server: Server): Promise<string | null> {
  const response = await fetch(`${server.url}/ready`)
  const { data, details } = (await response.json()) as Record<string, Readiness>
  const { degraded } = data ?? details!
  return degraded.find(({ part }) => part === 'replica')?.message ?? null
}

const waitUntilRead = () =>
  expect.poll(() => readOutage(replicated), { timeout: 60_000 }).toBeNull()

async function readBlock(server: Server): Promise<number> {
  const { body } = (await readPaths(server.url, [TRANSFERS])).get(TRANSFERS)!
  return (body as { meta: { latestBlock: { height: number } } }).meta.latestBlock.height
}

/** Indexes blocks on the primary. */
async function addBlocks(): Promise<void> {
  tip += 20
  node.setTip(tip)
  await indexer.drain()
}

/** Makes the replica stay where it is. */
async function pause(): Promise<void> {
  await replica.query('select pg_wal_replay_pause()')
  const readState = async () =>
    (await replica.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state
  await expect.poll(readState, { timeout: 60_000 }).toBe('paused')
}

/** The replay that it lets go on may cancel this very statement, by removing rows that its snapshot sees. */
const resume = async () => {
  try {
    await replica.query('select pg_wal_replay_resume()')
  } catch (error) {
    if ((error as { code?: string }).code !== '40001') throw error
  }
}

describe('an API process with a replica', () => {
  it('gives the same answers as without', async () => {
    await waitUntilRead()
    const answers = await readPaths(replicated.url, PATHS)
    expect(await readOutage(replicated)).toBeNull()
    expect([...answers.values()].map(({ status }) => status)).toEqual(PATHS.map(() => 200))
    expect(answers).toEqual(await readPaths(alone.url, PATHS))
  })

  it('shows the block of a replica that is behind, and still writes', async () => {
    const isSeen = async () => {
      await waitUntilRead()
      await pause()
      const before = await readPaths(replicated.url, REPLICA_PATHS)
      await addBlocks()
      const seen = await readPaths(replicated.url, REPLICA_PATHS)
      const computed = await fetch(`${replicated.url}/v1/score/${HISTORY.thief}/compute`, {
        method: 'POST',
      })
      const wasRead = (await readOutage(replicated)) === null
      await resume()
      // A machine that is too slow has made the replica too old in the meantime.
      if (!wasRead) return false
      expect(seen).toEqual(before)
      for (const [path, answer] of await readPaths(alone.url, REPLICA_PATHS))
        expect(seen.get(path)).not.toEqual(answer)
      expect(await readBlock(alone)).toBe(tip)
      expect(computed.status).toBe(200)
      return true
    }
    await vi.waitUntil(isSeen, { timeout: 240_000 })
    await expect.poll(() => readBlock(replicated), { timeout: 60_000 }).toBe(tip)
  })

  it('reads the primary while the replica is too far behind, and says so', async () => {
    await waitUntilRead()
    await pause()
    onTestFinished(resume)
    await addBlocks()
    await expect.poll(() => readOutage(replicated), { timeout: 60_000 }).toMatch(/is \d+ s behind/)
    expect(await readPaths(replicated.url, PATHS)).toEqual(await readPaths(alone.url, PATHS))
    expect(await readBlock(replicated)).toBe(tip)
    await resume()
    await waitUntilRead()
  })

  it.each([
    ['the primary', () => servers.primaryUrl],
    ['another server', () => inject('templateUrl')],
  ])('takes no rows of %s for those of a replica', async (_, getUrl) => {
    const server = await startServer(buildConfig(servers.primaryUrl, getUrl()), ['api'])
    onTestFinished(() => server.stop())
    await expect
      .poll(() => readOutage(server), { timeout: 60_000 })
      .toMatch(/is no streaming replica/)
    expect(await readPaths(server.url, PATHS)).toEqual(await readPaths(alone.url, PATHS))
  })

  it('does not start on the replica alone', async () => {
    const starting = startServer(buildConfig(servers.replicaUrl), ['api'])
    await expect(starting).rejects.toThrow('read-only transaction')
  })

  it('fails no request when the replica stops, and says so', async () => {
    await waitUntilRead()
    let isStopped = false
    const statuses: number[] = []
    const asking = (async () => {
      while (!isStopped && statuses.length < MAX_REQUESTS)
        for (const { status } of (await readPaths(replicated.url, PATHS)).values())
          statuses.push(status)
    })()
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await servers.stopReplica()
    await expect.poll(() => readOutage(replicated), { timeout: 60_000 }).toMatch(/does not answer/)
    isStopped = true
    await asking
    const isReady = async () => (await fetch(`${replicated.url}/ready`)).status
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await readPaths(replicated.url, PATHS)).toEqual(await readPaths(alone.url, PATHS))
  })
})

/** Lists the paths about accounts. */
function listAccountPaths(addresses: readonly Address[]): string[] {
  return addresses.flatMap((address) => [
    `/v1/score/${address}`,
    `/v1/score/${address}/history`,
    `/v1/score/${address}/evidence`,
    `/v1/accounts/${address}/counterparties`,
    `/v1/accounts/${address}/transfers`,
    `/v1/accounts/${address}/holdings`,
    `/v1/accounts/${address}/paths`,
  ])
}

interface Answer {
  status: number
  body: unknown
}

/** Asks an API at `url`, and returns the answers by path. */
async function readPaths(url: string, paths: readonly string[]): Promise<Map<string, Answer>> {
  const read = new Map<string, Answer>()
  for (const path of paths) read.set(path, await ask(url + path))
  return read
}

/** Asks again while the machine is too busy for the API. */
async function ask(url: string): Promise<Answer> {
  const response = await fetch(url)
  const body = (await response.json()) as { code?: string }
  return body.code === 'overloaded' ? await ask(url) : { status: response.status, body }
}

/**
 * Lists the thief of a history, tracks its accounts, and indexes and scores the blocks that its node shows. Returns
 * the server, whose stages run in `drain` only; the caller stops it.
 */
async function indexAndScore(
  config: Config & { databaseUrl: string },
  { accounts, thief }: SeededChain,
): Promise<Server> {
  const server = await startServer(config, ['indexer', 'scorer'], { isManual: true })
  const context = createContext(config)
  for (const address of accounts) await trackAccount(context.db, address, 'client')
  await upsertLabel(context, {
    address: thief,
    kind: 'scam',
    source: 'test list',
    confidence: 1,
    reason: 'Empties others',
  })
  await closeContext(context)
  await server.drain()
  return server
}

/** A primary, and a replica that follows its write-ahead log. */
interface ReplicatedServers {
  primaryUrl: string
  replicaUrl: string
  /** Stops the replica alone. */
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

const PRIMARY_SETTINGS = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB' }

/** Starts both; the replica begins as a copy of the primary. */
async function startReplicatedServers(): Promise<ReplicatedServers> {
  await using undo = new AsyncDisposableStack()
  const home = await createDataHome()
  undo.defer(() => rm(home, { recursive: true, force: true }))
  const start = async (options: Pick<PostgresOptions, 'dataDir' | 'settings'>) => {
    const server = await startPostgres({ ...options, isDurable: false })
    undo.defer(() => server.stop())
    return server
  }
  const dataDir = join(home, 'primary')
  const primary = await start({ dataDir, settings: PRIMARY_SETTINGS })
  const copyDir = join(home, 'replica')
  await copyDataDir({
    databaseUrl: primary.url,
    from: dataDir,
    to: copyDir,
    signal: 'standby.signal',
  })
  const replica = await start({
    dataDir: copyDir,
    settings: { ...PRIMARY_SETTINGS, primary_conninfo: buildConnectionInfo(primary.url) },
  })
  const end = undo.move()
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    stopReplica: () => replica.stop(),
    stop: () => end.disposeAsync(),
  }
}

function buildConnectionInfo(databaseUrl: string): string {
  const { hostname, port, username, password } = new URL(databaseUrl)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}
