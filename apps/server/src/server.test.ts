import { createServer } from 'node:net'
import { startTestChain, type TestChain } from '@app/flow/testing/test-chain.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openEventStream } from './api/testing/open-event-stream.ts'
import { type Config, readConfig } from './config.ts'
import type { Role } from './runtime/roles.ts'
import { type Server, startServer } from './server.ts'
import { createTestDatabase, type TestDatabase } from './testing/create-test-database.ts'

const NO_NODE = 'http://127.0.0.1:9'
const ALL_ROLES: readonly Role[] = ['api', 'indexer', 'scorer']

let database: TestDatabase
const servers: Server[] = []

function buildConfig(accessNodeUrl: string, env: Record<string, string> = {}): Config {
  const common = { FLOW_NETWORK: 'local', API_PORT: '0', FLOW_POLL_MS: '50', LOG_LEVEL: 'silent' }
  const config = readConfig({ ...common, FLOW_ACCESS_NODE: accessNodeUrl, ...env })
  return { ...config, databaseUrl: database.url }
}

async function start(config: Config, roles = ALL_ROLES): Promise<Server> {
  const server = await startServer(config, roles)
  servers.push(server)
  return server
}

beforeAll(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

afterAll(() => database.drop())

const getJson = async (server: Server, path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('a server on a real chain', () => {
  let chain: TestChain

  beforeAll(async () => {
    chain = await startTestChain()
  })

  afterAll(() => chain.emulator.stop())

  it('sends a payment to the open stream of the payer', async () => {
    const alice = await chain.createAccount()
    await chain.transfer(chain.service, alice.address, 500_000_000n)
    const server = await start(buildConfig(chain.emulator.accessNodeUrl))
    await server.drain()
    const before = await getJson(server, `/v1/score/${alice.address}`)
    expect(before.body.data.metadata.dataPoints).toBeGreaterThan(0)
    const reader = await openEventStream(
      `${server.url}/v1/stream?topics=score:${alice.address}`,
      {},
    )
    await reader.events(1)
    await chain.transfer(alice, chain.service.address, 100_000_000n)
    const [, after] = await reader.events(2)
    expect(after?.data.data.metadata.dataPoints).toBeGreaterThan(
      before.body.data.metadata.dataPoints,
    )
    expect((await getJson(server, '/ready')).status).toBe(200)
    expect(server.health().stages.every(({ problem }) => problem === null)).toBe(true)
    reader.disconnect()
  })

  it('indexes and scores only in drain when it is manual', async () => {
    const config = buildConfig(chain.emulator.accessNodeUrl)
    await (await start(config)).drain()
    const server = await startServer(config, ALL_ROLES, { isManual: true })
    servers.push(server)
    const carol = await chain.createAccount()
    const readHeight = async () =>
      (await getJson(server, '/v1/network')).body.data.latestBlock.height
    await Promise.all(servers.splice(0, 1).map((other) => other.stop()))
    await chain.transfer(carol, chain.service.address, 100_000_000n)
    const { height } = await chain.reader.getLatestBlock()
    expect(server.health().stages).toEqual([])
    expect(await readHeight()).toBeLessThan(height)
    await server.drain()
    expect(await readHeight()).toBe(height)
  })

  it('stops permanently with a node of another network', async () => {
    const config = buildConfig(chain.emulator.accessNodeUrl, { FLOW_NETWORK: 'testnet' })
    const server = await start(config, ['api', 'indexer'])
    const problems = () => server.health().stages.map(({ problem }) => problem)
    await expect
      .poll(problems)
      .toContain(
        'The access node belongs to flow-emulator, but testnet is asked for. Correct FLOW_ACCESS_NODE or FLOW_NETWORK, or the --node of a verification.',
      )
    expect((await getJson(server, '/ready')).status).toBe(503)
  })
})

describe('a server whose node cannot be reached', () => {
  it('keeps running and reports the part, since when and why', async () => {
    const server = await start(buildConfig(NO_NODE))
    const { status, body } = await getJson(server, '/ready')
    expect(status).toBe(503)
    expect(body.code).toBe('not_ready')
    expect(body.details.degraded).toContainEqual({
      part: 'node',
      since: expect.stringMatching(/^\d{4}-/),
      message: expect.stringMatching(/^(Cannot reach the|The) Flow access node/),
    })
    expect((await getJson(server, '/health')).status).toBe(200)
    const score = await getJson(server, '/v1/score/0x045a1763c93006ca')
    expect([score.status, score.body.code]).toEqual([503, 'node_unreachable'])
  })
})

describe('a start', () => {
  /** Counts the connections of servers to the test database. */
  async function countConnections(): Promise<number> {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query(`
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name like 'dharma-guard%'`)
    await client.end()
    return Number(rows[0].count)
  }

  it('fails with an error when its port is in use, and releases everything', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const place = other.address()
    if (place === null || typeof place === 'string') throw new Error('no port')
    const config = buildConfig(NO_NODE, { API_PORT: String(place.port) })
    await expect(start(config)).rejects.toThrow(`Port ${place.port} on 127.0.0.1 is in use`)
    await expect.poll(countConnections).toBe(0)
  })

  it('without a database reports the location, without the password', async () => {
    const databaseUrl = 'postgres://user:secret@127.0.0.1:9/nothing'
    const starting = start({ ...buildConfig(NO_NODE), databaseUrl })
    await expect(starting).rejects.toThrow('The database at 127.0.0.1:9/nothing cannot be used')
    await expect(starting).rejects.not.toThrow('secret')
  })
})

describe('a stop', () => {
  it('first says so in /ready without asking the node, and answers requests meanwhile', async () => {
    const server = await start(buildConfig(NO_NODE, { API_DRAIN_MS: '2000' }), ['api'])
    expect((await fetch(`${server.url}/health`)).headers.get('connection')).toBe('keep-alive')
    const stopping = server.stop()
    const { status, body } = await getJson(server, '/ready')
    expect(status).toBe(503)
    expect(body.details.degraded).toContainEqual(
      expect.objectContaining({ part: 'process', message: 'This process is stopping.' }),
    )
    const { status: health, headers } = await fetch(`${server.url}/health`)
    expect([health, headers.get('connection')]).toEqual([200, 'close'])
    await stopping
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
  })

  it('ends every role and every stream, and can be repeated', async () => {
    const server = await start(buildConfig(NO_NODE))
    const url = `${server.url}/v1/stream?topics=score:0xf8d6e0586b0a20c7`
    const readers = await Promise.all([openEventStream(url, {}), openEventStream(url, {})])
    await server.stop()
    await Promise.all(readers.map((reader) => reader.ended))
    expect(server.health().stages.map(({ status }) => status)).not.toContain('running')
    await expect(fetch(`${server.url}/health`)).rejects.toThrow()
    await server.stop()
  })
})
