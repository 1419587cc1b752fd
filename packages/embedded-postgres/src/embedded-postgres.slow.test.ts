import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { FatalError } from '@app/values/errors.ts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { findRunningServer } from './running-server.ts'

let home: string
let dataDir: string
const running: EmbeddedPostgres[] = []
const holders: ChildProcess[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dharma-embedded-'))
  await chmod(home, 0o755)
  dataDir = join(home, 'postgres')
})
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
  await waitUntilStopped()
  await rm(home, { recursive: true, force: true })
})

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: directory, isDurable: false })
  running.push(server)
  return server
}

async function queryRows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts another process that runs a PostgreSQL on `dataDir`. */
async function startHolder(): Promise<{ holder: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, 'testing/hold-postgres.ts')
  const holder = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  holders.push(holder)
  const [url] = await once(createInterface({ input: holder.stdout }), 'line')
  return { holder, url }
}

const buildPidFilePath = () => join(dataDir, 'postmaster.pid')

async function readServerPid(): Promise<number> {
  return Number((await readFile(buildPidFilePath(), 'utf8')).split('\n')[0])
}

async function waitUntilStopped(): Promise<void> {
  while (existsSync(buildPidFilePath())) await delay(20)
}

async function readParentPid(pid: number): Promise<number> {
  return Number(/PPid:\s*(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}

describe('an embedded PostgreSQL', () => {
  it('keeps its data, and listens only on loopback', async () => {
    const first = await start()
    await queryRows(first.url, 'create table kept as select 7 as value')
    expect(await queryRows(first.url, 'show listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ])
    await first.stop()
    const second = await start()
    expect(await queryRows(second.url, 'select value from kept')).toEqual([{ value: 7 }])
  })

  it('is found by other processes while it runs', async () => {
    expect(await findRunningServer(dataDir)).toBeNull()
    const { url, stop } = await start()
    expect(await findRunningServer(dataDir)).toBe(url)
    await stop()
    expect(await findRunningServer(dataDir)).toBeNull()
  })

  it('requires its password', async () => {
    const url = new URL((await start()).url)
    url.password = 'guessed'
    await expect(queryRows(url.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('ends when the process that started it is killed', async () => {
    const { holder } = await startHolder()
    holder.kill('SIGKILL')
    await waitUntilStopped()
    const { url } = await start()
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is not ended by the Ctrl-C that its process receives, which stops it last', async () => {
    const { holder, url } = await startHolder()
    const guard = await readParentPid(await readServerPid())
    const readProcessGroup = async (pid: number) =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2]
    expect(await readProcessGroup(guard)).not.toBe(await readProcessGroup(holder.pid ?? 0))
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('replaces a server that lost both its process and its guard', async () => {
    const { holder } = await startHolder()
    const stale = await readServerPid()
    process.kill(await readParentPid(stale), 'SIGKILL')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const { url } = await start()
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readServerPid()).not.toBe(stale)
  })

  it('does not stop a process with the reused id of an old server', async () => {
    await (await start()).stop()
    const bystander = spawn('sleep', ['600'])
    holders.push(bystander)
    await writeFile(buildPidFilePath(), `${bystander.pid}\n${dataDir}\n1\n5432\n`)
    const { url } = await start()
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(bystander.exitCode).toBeNull()
    expect(bystander.signalCode).toBeNull()
  })

  it('refuses a directory that a running process uses, without affecting it', {
    timeout: 60_000,
  }, async () => {
    const { url } = await startHolder()
    await expect(start()).rejects.toThrow(/^Another process keeps its database in /)
    expect(await queryRows(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts over when its first start was interrupted', async () => {
    await mkdir(`${dataDir}.new/base`, { recursive: true })
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'half'), 'of a cluster')
    expect(await queryRows((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('runs in a directory that only its owner can access', async () => {
    const secret = join(home, 'private')
    await mkdir(secret, { mode: 0o700 })
    expect(await queryRows((await start(join(secret, 'postgres'))).url, 'select 1 as one')).toEqual(
      [{ one: 1 }],
    )
  })

  it('reports in a sentence why it cannot start', async () => {
    await (await start()).stop()
    await writeFile(join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n')
    const problem = await start().catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(FatalError)
    expect(String(problem)).toMatch(/PostgreSQL did not start: .*(see .*\.log)/)
  })
})
