import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { ROOT } from '../../../../scripts/set-up/paths.mjs'
import { ENVIRONMENT } from '../environment.ts'
import type { LocalEnvironment } from '../local/local-environment.ts'
import { buildCosignerUrl, COSIGNER_INDEXES, prepareMailbox } from './cosigner-databases.ts'

/** The signers of the DAO's decisions, each a process with one key; `index` is that of its key. */
export interface Cosigners {
  /** Resolves when it runs; does nothing while it does. */
  start(index: number): Promise<void>
  stop(index: number): Promise<void>
  /** Ends it with kill -9. */
  kill(index: number): Promise<void>
}

/** A running signer. */
interface CosignerProcess {
  pid: number
  /** Resolves when its roles run. Throws `FatalError` with its error output when it exits before. */
  ready: Promise<void>
  /** Stops it, or with SIGKILL kills it, and resolves when it has exited. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Each signer polls the chain this often: nothing that it does is urgent. */
const POLL_INTERVAL_MS = '2000'

type SignerEnvironment = Pick<LocalEnvironment, 'emulator' | 'postgres' | 'dao'>

/** Prepares databases and mailbox of the signers, and starts none yet; registers in `resources`. */
export async function createCosigners(
  environment: SignerEnvironment,
  resources: AsyncDisposableStack,
): Promise<Cosigners> {
  const settings = await prepareSettings(environment)
  const running = new Map<number, CosignerProcess>()
  const end = async (index: number, signal: 'SIGTERM' | 'SIGKILL') => {
    const process = running.get(index)
    running.delete(index)
    await process?.end(signal)
  }
  resources.defer(async () => {
    await Promise.all(COSIGNER_INDEXES.map((index) => end(index, 'SIGTERM')))
  })
  return {
    start: async (index) => {
      const known = running.get(index)
      if (known !== undefined) return await known.ready
      const setting = settings[index]
      if (setting === undefined) throw new FatalError(`There is no signer ${index}.`)
      const started = startCosignerProcess(setting)
      running.set(index, started)
      await started.ready
    },
    stop: (index) => end(index, 'SIGTERM'),
    kill: (index) => end(index, 'SIGKILL'),
  }
}

async function prepareSettings(environment: SignerEnvironment): Promise<Record<string, string>[]> {
  const { emulator, postgres, dao } = environment
  const mailboxUrls = await prepareMailbox(postgres.url)
  return COSIGNER_INDEXES.map((index) => ({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: emulator.ready.rest,
    FLOW_POLL_MS: POLL_INTERVAL_MS,
    LOG_LEVEL: 'error',
    DATABASE_URL: buildCosignerUrl(postgres.url, index),
    COSIGNER_MAILBOX_URL: mailboxUrls[index] ?? '',
    DHARMA_COSIGNER_KEY: dao.privateKeysHex[index] ?? '',
  }))
}

const MAIN = join(ROOT, 'apps/server/src/main.ts')

/** Preloaded, so that the process exits with this one, even if this one is killed. */
const END_WITH_PARENT = join(ROOT, 'scripts/start/end-with-parent.mjs')

const STOP_TIMEOUT_MS = 3_500

/** Starts a server process with the roles of a signer; its secrets are in `environment` only. */
function startCosignerProcess(environment: Record<string, string>): CosignerProcess {
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
