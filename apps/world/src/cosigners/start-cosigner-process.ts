import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { ENVIRONMENT, ROOT } from '../environment.ts'

/** A running signer. */
export interface CosignerProcess {
  pid: number
  /** Resolves when its roles run. Throws `FatalError` with its error output when it exits before. */
  ready: Promise<void>
  /** Stops it, or with SIGKILL kills it, and resolves when it has exited. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const MAIN = join(ROOT, 'apps/server/src/main.ts')

/** Preloaded, so that the process exits with this one, even if this one is killed. */
const END_WITH_PARENT = join(ROOT, 'scripts/start/end-with-parent.mjs')

const STOP_TIMEOUT_MS = 3_500

/** Starts a server process with the roles of a signer; its secrets are in `environment` only. */
export function startCosignerProcess(environment: Record<string, string>): CosignerProcess {
  const { PATH = '', DHARMA_STATE = '' } = ENVIRONMENT
  const child = spawn(
    process.execPath,
    ['--import', END_WITH_PARENT, MAIN, 'indexer', 'scorer', 'cosigner'],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
      env: { PATH, DHARMA_STATE, ...environment },
    },
  )
  const exited = once(child, 'exit')
  exited.catch(() => {})
  const ready = waitUntilReady(child, exited)
  ready.catch(() => {})
  return { pid: child.pid ?? 0, ready, end: (signal) => endChild(child, exited, signal) }
}

async function waitUntilReady(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-2_000)
  })
  const isReady = child.stdout === null ? true : once(child.stdout, 'data').then(() => true)
  child.stdout?.on('data', () => {})
  if (await Promise.race([isReady, exited.then(() => false)])) return
  throw new FatalError(`A signer of the DAO did not start: ${errors.trim()}`)
}

async function endChild(
  child: ChildProcess,
  exited: Promise<unknown>,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}
