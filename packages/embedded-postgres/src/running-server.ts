import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FatalError } from '@app/values/errors.ts'
import { buildSecretFilePath } from './prepare-data-dir.ts'
import { GUARD_NAME } from './run-guarded.ts'

/** The database that every server has. */
export const DATABASE = 'dharma'

/** Builds the URL of the database on a loopback port. */
export const buildLoopbackUrl = ({ password, port }: { password: string; port: number }): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`

/** Line of postmaster.pid with the port. Source: PostgreSQL, src/include/utils/pidfile.h. */
const PORT_LINE = 3

/**
 * Returns the URL of the database `dharma` of the server that another process has started on `dataDir`; `null`
 * when none is running.
 */
export async function findRunningServer(dataDir: string): Promise<string | null> {
  const directory = resolve(dataDir)
  if ((await findServerPid(directory)) === null) return null
  const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  const password = await readFile(buildSecretFilePath(directory), 'utf8')
  return buildLoopbackUrl({ password, port: Number(lines[PORT_LINE]) })
}

/** How long a server may take to exit after its owner has died, and after a signal. */
const OWNER_EXIT_TIMEOUT_MS = 4_000
const SIGNAL_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 50

/**
 * Stops a server that was left on `dataDir` by a killed process. Throws `FatalError` when the
 * server's owner is still running. Never signals an unrelated process with a reused process id.
 */
export async function endStaleServer(dataDir: string): Promise<void> {
  const pid = await findServerPid(dataDir)
  if (pid === null) return
  if ((await isGuarded(pid)) && !(await waitForExit(pid, dataDir, OWNER_EXIT_TIMEOUT_MS))) {
    throw new FatalError(
      `Another process keeps its database in ${dataDir} (PostgreSQL has process id ${pid}); stop that process first.`,
    )
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if ((await findServerPid(dataDir)) !== pid) return
    process.kill(pid, signal)
    if (await waitForExit(pid, dataDir, SIGNAL_TIMEOUT_MS)) return
  }
  throw new FatalError(
    `The PostgreSQL server with process id ${pid} on ${dataDir} does not end; end it by hand.`,
  )
}

/** Returns the process id of the PostgreSQL server on `dataDir`, or `null`. */
async function findServerPid(dataDir: string): Promise<number | null> {
  const content = await readPidFile(join(dataDir, 'postmaster.pid'))
  const pid = Number(content.split('\n', 1)[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  const [program = '', ...args] = await readArguments(pid)
  return basename(program) === 'postgres' && args.includes(dataDir) ? pid : null
}

/** Returns '' when there is no file: a server that exits removes its own at any moment. */
function readPidFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

async function waitForExit(pid: number, dataDir: string, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_INTERVAL_MS) {
    if ((await findServerPid(dataDir)) !== pid) return true
    await delay(POLL_INTERVAL_MS)
  }
  return false
}

/**
 * Returns whether the server's parent is the guard process, which runs exactly as long as the
 * server's owner.
 */
async function isGuarded(pid: number): Promise<boolean> {
  const parent = await readParentPid(pid)
  return (await readArguments(parent)).includes(GUARD_NAME)
}

/** On Linux, process data is in `/proc`; elsewhere `ps` is used. */
const HAS_PROC = existsSync('/proc/self/cmdline')

async function readArguments(pid: number): Promise<string[]> {
  if (!HAS_PROC) return readPsColumn(pid, 'args').split(' ')
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return line.split('\0')
}

async function readParentPid(pid: number): Promise<number> {
  if (!HAS_PROC) return Number(readPsColumn(pid, 'ppid'))
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0)
}

function readPsColumn(pid: number, column: 'ppid' | 'args'): string {
  const { stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' })
  return (stdout ?? '').trim()
}
