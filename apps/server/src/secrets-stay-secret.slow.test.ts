import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FaultProxy,
  isPost,
  isTipLookup,
  startFaultProxy,
} from './agent/testing/fault-proxy.ts'
import { insertTestScore } from './agent/testing/insert-test-score.ts'
import { writeMailboxRole } from './cosigner/mailbox/write-mailbox-role.ts'
import { type DaoChain, openDaoChain } from './cosigner/testing/open-dao-chain.ts'
import type { Context } from './runtime/context.ts'
import { openTestContext } from './testing/create-test-context.ts'
import type { ServerProcess } from './testing/processes/start-server-process.ts'
import { type AskingApi, createAskingApi } from './testing/secrecy/ask-api.ts'
import { createSecrecyScene, type SecrecyScene } from './testing/secrecy/create-secrecy-scene.ts'
import {
  listFailingStarts,
  listFatalStarts,
  toDatabaseUrl,
  type WrongSettingsOptions,
} from './testing/secrecy/list-wrong-settings.ts'

const PATIENCE = { interval: 100 }

const endings: (() => Promise<unknown>)[] = []

let chain: DaoChain
let main: Context
let scene: SecrecyScene
let proxy: FaultProxy
/** Directory of diagnostic reports and key files. */
let directory: string
/** The server and two signers. */
let working: ServerProcess[]
let api: AskingApi

beforeAll(async () => {
  directory = await makeDirectory()
  chain = await openDaoChain()
  endings.push(() => chain.emulator.stop())
  main = await openDatabase()
  await openScene()
})

afterAll(async () => {
  for (const end of endings.reverse()) await end()
})

async function openScene(): Promise<void> {
  proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  const nodePassword = randomBytes(12).toString('hex')
  const { databaseUrl } = main.config
  scene = createSecrecyScene({
    FLOW_NETWORK: 'local',
    FLOW_POLL_MS: '50',
    LOG_LEVEL: 'debug',
    API_PORT: '0',
    FLOW_ACCESS_NODE: proxy.url.replace('http://', `http://operator:${nodePassword}@`),
    DATABASE_URL: databaseUrl ?? '',
  })
  endings.push(() => proxy.stop(), scene.stop)
  scene.keepSecret('password of the node', nodePassword)
  scene.keepSecret('password of the database', new URL(databaseUrl ?? '').password)
  scene.keepSecret('key of the agent', chain.agent.privateKeyHex)
  for (const [index, key] of chain.dao.privateKeysHex.entries()) {
    scene.keepSecret(`key ${index} of the DAO`, key)
  }
}

async function makeDirectory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'dharma-secrecy-'))
  await chmod(made, 0o755)
  endings.push(() => rm(made, { recursive: true, force: true }))
  return made
}

async function openDatabase(): Promise<Context> {
  const { context, finish } = await openTestContext()
  endings.push(finish)
  return context
}

const getDatabase = () => ({ databaseUrl: main.config.databaseUrl ?? '' })

async function openMailboxUrl(name: string): Promise<string> {
  const role = `signer_${randomBytes(6).toString('hex')}`
  const password = scene.newPassword(`mailbox password of ${name}`)
  await writeMailboxRole(main.db, { role, password })
  return toDatabaseUrl(getDatabase(), { username: role, password })
}

/** Opens the database of a signer that agrees with the published records. */
async function openSignerDatabase(): Promise<string> {
  const context = await openDatabase()
  for (const { address } of chain.voters) {
    await insertTestScore(context, { address, evidenceHash: chain.evidenceHash, value: 7000 })
  }
  return context.config.databaseUrl ?? ''
}

/** Makes a process fail at SIGHUP with an uncaught error that holds a connection with its URL. */
const FAIL_AT_SIGHUP = `--import=data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module'
  const pg = createRequire(${JSON.stringify(import.meta.filename)})('pg')
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
  process.on('SIGHUP', () => {
    throw Object.assign(new Error('a failure that nobody expected'), { pool })
  })
`)}`

const listNodeArgs = () => [
  '--report-on-signal',
  '--report-uncaught-exception',
  `--report-directory=${directory}`,
  FAIL_AT_SIGHUP,
]

const getAgentVariables = () => ({
  DHARMA_AGENT_ADDRESS: chain.agent.address,
  DHARMA_AGENT_KEY: chain.agent.privateKeyHex,
})

const startMain = () =>
  scene.start({
    name: 'the server',
    roles: ['api', 'indexer', 'scorer', 'agent'],
    env: getAgentVariables(),
    nodeArgs: listNodeArgs(),
  })

const startSigner = async (index: number) =>
  scene.start({
    name: `signer ${index}`,
    roles: ['indexer', 'scorer', 'cosigner'],
    env: {
      DATABASE_URL: await openSignerDatabase(),
      COSIGNER_MAILBOX_URL: await openMailboxUrl(`signer ${index}`),
      DHARMA_COSIGNER_KEY: chain.dao.privateKeysHex[index] ?? '',
    },
    nodeArgs: listNodeArgs(),
  })

async function waitForUrl(server: ServerProcess): Promise<string> {
  const find = () => /Dharma Guard on local: \S.* (http:\S+)/.exec(server.output())?.[1]
  await expect.poll(find, PATIENCE).toBeDefined()
  return find() ?? ''
}

async function seeTables({ pool }: Context): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  for (const { name } of rows) {
    const lines = await pool.query<{ line: string }>(
      `select to_jsonb(kept)::text as line from ${name} kept`,
    )
    scene.see('tables', `${name}\n${lines.rows.map(({ line }) => line).join('\n')}`)
  }
}

describe('secrets', () => {
  it('are used: the server publishes, and two signers execute what was approved', async () => {
    const id = await chain.approve()
    working = [startMain(), await startSigner(0), await startSigner(1)]
    api = createAskingApi(scene, await waitForUrl(working[0] as ServerProcess))
    await expect.poll(() => chain.readStatus(id), PATIENCE).toBe('executed')
    await expect.poll(() => api.get('/ready'), PATIENCE).toBe(200)
    const { address } = await chain.createAccount()
    await expect
      .poll(() => api.post(`/v1/score/${address}/publish`, '{}'), PATIENCE)
      .toBeOneOf([200, 202])
  })

  it('and keys that people paste are sent', async () => {
    const [voter] = chain.voters
    if (voter === undefined) throw new Error('no voter')
    await api.askEverything()
    await api.pasteKey(scene.newKey('key that a visitor pasted'), voter.address)
  })

  it('and the node refuses transactions, is busy, and is gone', async () => {
    const { address } = await chain.createAccount()
    void proxy.injectFault(isPost, { refuse: 'Invalid Flow request: the payer has no FLOW' }, 2)
    await api.post(`/v1/score/${address}/publish`, '{}')
    void proxy.injectFault(() => true, 'busy', 30)
    await api.askEverything()
    void proxy.injectFault(isTipLookup, { refuse: 'Invalid argument: no such block' }, 5)
    await api.get('/ready')
    await proxy.stop()
    await expect.poll(() => api.get('/ready'), PATIENCE).toBe(503)
    await api.askEverything()
    const readOutput = () => working[0]?.output()
    await expect.poll(readOutput, PATIENCE).toContain('a step will be retried')
  })

  it('and diagnostic reports are written', async () => {
    for (const server of working) {
      server.signal('SIGUSR2')
      await expect.poll(server.output, PATIENCE).toContain('Node.js report completed')
    }
  })

  it('and the processes end with an uncaught exception', async () => {
    for (const server of working) {
      server.signal('SIGHUP')
      expect(await server.ended).toBe(1)
      expect(server.output()).toContain('a failure that nobody expected')
    }
  })

  it('and keys, files, databases, mailboxes and nodes are wrong, until SIGKILL', async () => {
    proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
    endings.push(proxy.stop)
    const options: WrongSettingsOptions = {
      scene,
      agent: chain.agent,
      signerKey: chain.dao.privateKeysHex[2] ?? '',
      ...getDatabase(),
      mailboxUrl: await openMailboxUrl('no signer'),
      directory,
    }
    for (const { start, sentence } of await listFatalStarts(options)) {
      const server = scene.start(start)
      expect(await server.ended).toBe(1)
      expect(server.output()).toMatch(sentence)
    }
    for (const { start, sentence } of listFailingStarts(options)) {
      const server = scene.start({ ...start, env: { FLOW_ACCESS_NODE: proxy.url, ...start.env } })
      await expect.poll(server.output, PATIENCE).toMatch(sentence)
      await server.kill()
    }
  })

  it('and a server starts its own PostgreSQL, whose processes inherit the environment', async () => {
    const cwd = await makeDirectory()
    const env = {
      DATABASE_URL: '',
      ...getAgentVariables(),
      DHARMA_COSIGNER_KEY: chain.dao.privateKeysHex[0] ?? '',
      COSIGNER_MAILBOX_URL: await openMailboxUrl('a signer with an own PostgreSQL'),
    }
    const roles = ['agent', 'cosigner'] as const
    const server = scene.start({ name: 'an own PostgreSQL', roles, env, cwd })
    await expect.poll(server.output, PATIENCE).toContain('Dharma Guard on local')
    const password = await readFile(join(cwd, '.dharma/local/postgres.secret'), 'utf8')
    scene.keepSecret('password of an own PostgreSQL', password)
    server.signal('SIGTERM')
    await server.ended
    expect(scene.seen.get('command line of a child of an own PostgreSQL')).toContain('postgres')
    expect(scene.seen.get('environment of a child of an own PostgreSQL')).toContain('FLOW_NETWORK')
  })

  describe('afterwards', () => {
    beforeAll(async () => {
      await scene.stop()
      await seeTables(main)
      for (const name of readdirSync(directory).filter((each) => each.endsWith('.json'))) {
        scene.see('diagnostic reports', readFileSync(join(directory, name), 'utf8'))
      }
    })

    it('have each been searched for in something', () => {
      expect(scene.countSecrets()).toBeGreaterThan(20)
      expect(scene.seen.get('tables')).toContain('agent_transaction')
      expect(scene.seen.get('answers of the API')).toContain('nodejs_heap_size_total_bytes')
      expect(scene.seen.get('diagnostic reports')).toContain('environmentVariables')
      expect(scene.seen.get('command line of the server')).toContain('main.ts')
    })

    it('are in no output, answer, row, report, command line, or environment of a child', () => {
      expect(scene.findShown()).toEqual([])
    })
  })
})
