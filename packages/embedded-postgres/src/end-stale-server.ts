import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FatalError } from '@app/values/errors.ts'
import { GUARD_NAME } from './run-guarded.ts'

/** How long a server may take to end after its owner died, and when it is told to end. */
const OWNER_EXIT_TIMEOUT_MS = 4_000
const SIGNAL_TIMEOUT_MS = 10_000
const POLL_INTERVAL_MS = 50

/**
 * Ends a server that a killed process left on `dataDir`. One whose owner still lives is left alone: throws
 * `FatalError`. A process that only has the same id by chance is never touched.
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

/** Process id of a PostgreSQL that runs on `dataDir`. */
async function findServerPid(dataDir: string): Promise<number | null> {
  const pidFile = join(dataDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n', 1)[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  const [program = '', ...args] = await readArguments(pid)
  return basename(program) === 'postgres' && args.includes(dataDir) ? pid : null
}

async function waitForExit(pid: number, dataDir: string, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_INTERVAL_MS) {
    if ((await findServerPid(dataDir)) !== pid) return true
    await delay(POLL_INTERVAL_MS)
  }
  return false
}

/** A guard lives exactly as long as the owner of the server. */
async function isGuarded(pid: number): Promise<boolean> {
  const parent = await readParentPid(pid)
  return (await readArguments(parent)).includes(GUARD_NAME)
}

/** Linux tells of its processes in files; elsewhere `ps` does. */
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
