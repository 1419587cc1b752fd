import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { acquireLock } from '../../../../scripts/set-up/lock.mjs'
import { COSIGNER_INDEXES } from '../cosigners/cosigner-databases.ts'
import { createCosigners } from '../cosigners/create-cosigners.ts'
import { createChainClock } from '../create-chain.ts'
import { SNAPSHOT_DIR } from '../environment.ts'
import { NAMED_ACCOUNTS } from '../people/account-names.ts'
import { createPeople } from '../people/create-person.ts'
import { type PrepareOptions, prepareWorld } from '../snapshot/prepare-world.ts'
import { choosePorts, type Ports, startApp, type WebMode } from '../start-app.ts'
import { startWallet } from '../start-tool.ts'
import { writeJson } from '../write-json.ts'
import { hasKeystore } from './keystore.ts'
import {
  buildLocalAppOptions,
  type LocalEnvironment,
  openLocalEnvironment,
} from './local-environment.ts'

type WorldOptions = Pick<PrepareOptions, 'dataDir' | 'toolbox'> &
  Partial<PrepareOptions> & {
    /** Any free ports by default. */
    ports?: Ports
    /** The built web app by default. */
    web?: WebMode
    /** Time between two blocks; 1,000 by default. Null: the clock stands still at the last block. */
    blockMs?: number | null
    /** File for the people's addresses and the URLs, for tools that use a running world. */
    worldFile?: string
  }

/** A running local world: a chain with people and months of history, the server and the web app. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** How often time passes where nothing happens: each indexer reads each block. */
const IDLE_MS = 1_000

/** Starts a world. Throws `FatalError` when a part does not start, after stopping the others. */
export async function createWorld(options: WorldOptions) {
  const { web = 'built', blockMs = 1_000, worldFile, ...given } = options
  const prepareOptions: PrepareOptions = { ...DEFAULTS, ...given }
  await using resources = new AsyncDisposableStack()
  const lock = await lockDataDir(options.dataDir)
  resources.defer(() => lock.release())
  if (worldFile !== undefined) await rm(worldFile, { force: true })
  await prepareWorld(prepareOptions)
  prepareOptions.onProgress('Starting the Flow emulator and PostgreSQL')
  const environment = await openLocalEnvironment(prepareOptions, resources)
  if (blockMs === null)
    await environment.control.freezeClock((await environment.chain.flow.getLatestBlock()).timeMs)
  prepareOptions.onProgress('Starting the dev wallet and the server')
  const wallet = await startWallet(prepareOptions.toolbox, environment.emulator.ready)
  resources.defer(() => wallet.stop())
  prepareOptions.signal.throwIfAborted()
  const world = createHandles(environment)
  const people = Object.fromEntries(
    NAMED_ACCOUNTS.map((name) => [name, world.people[name].address]),
  )
  // As late as possible: another process may take a free port meanwhile.
  const ports = await choosePorts(options.ports ?? { web: 0, api: 0 })
  const hosting = { ports, web, walletUrl: wallet.ready.authn, people }
  const app = await startApp(buildLocalAppOptions(environment, hosting), resources)
  prepareOptions.onProgress('Indexing the chain and scoring its accounts')
  await app.server.drain()
  const watch = watchDataDir(options.dataDir)
  resources.defer(() => watch.stop())
  const emulatorUrl = environment.emulator.ready.rest
  const urls = { ...app.urls, emulator: emulatorUrl, wallet: wallet.ready.url }
  if (blockMs !== null) {
    const mode = { mode: 'interval', intervalMs: blockMs, idleMs: IDLE_MS } as const
    await environment.control.setMode(mode)
  }
  const cosigners = await createCosigners(environment, resources)
  prepareOptions.signal.throwIfAborted()
  if (worldFile !== undefined) {
    await writeJson(worldFile, { people, ...urls, ...world.roles })
    resources.defer(() => rm(worldFile, { force: true }))
  }
  // Not awaited: the pages work without them, and /ready tells until they run.
  for (const index of COSIGNER_INDEXES) cosigners.start(index).catch(() => {})
  const running = resources.move()
  const exits = [
    describeUnexpectedExit('The Flow emulator', environment.emulator.ended),
    describeUnexpectedExit('The dev wallet', wallet.ended),
    describeUnexpectedExit('PostgreSQL', environment.postgres.ended),
  ]
  const failure = Promise.race(exits).then((message) => explainFailure(options.dataDir, message))
  return {
    ...world,
    ...{ cosigners, urls, server: app.server, drain: () => app.server.drain() },
    /** Resolves with a message when a part exits unexpectedly. */
    failed: Promise.race([failure, watch.removed]),
    /** Stops every part in reverse order of the start. */
    stop: () => running.disposeAsync(),
  }
}

const DEFAULTS = {
  databaseServerUrl: null,
  keep: false,
  fresh: false,
  snapshotDir: SNAPSHOT_DIR,
  onProgress: () => {},
  signal: new AbortController().signal,
}

/** The parts of a world that need no server. */
function createHandles(environment: LocalEnvironment) {
  const { emulator, chain, control, addresses, postgres, agent, dao } = environment
  return {
    people: createPeople(chain, addresses),
    roles: { contracts: chain.service.address, agent: agent.address, dao: dao.address },
    clock: createChainClock(control),
    chain,
    /** Commits a block now and returns its height. */
    commitBlock: () => control.commitBlocks(),
    /** For a second server on the same chain. */
    emulator: emulator.ready,
    databaseUrl: postgres.url,
  }
}

async function describeUnexpectedExit(
  processName: string,
  ended: Promise<unknown>,
): Promise<string> {
  const errorOutput = String((await ended) ?? '')
  const reason = errorOutput ? ` (${errorOutput.split('\n').at(-1)})` : ''
  return `${processName} exited unexpectedly${reason}: start again, with --keep to continue with this world.`
}

/**
 * Locks `dataDir` for this process until it exits or `release` is called. Throws `FatalError`,
 * without changing anything, when another process holds the lock.
 */
async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const directory = join(dataDir, 'lock')
  const lock = await acquireLock(directory, {
    onWait: (pid) => {
      throw new FatalError(
        `Another world runs on ${dataDir} (process ${pid}): stop it first, or give this one a folder of its own with DHARMA_STATE.`,
      )
    },
  })
  return {
    release: () => {
      // The directory may have been deleted while the world was running.
      if (existsSync(directory)) lock.release()
    },
  }
}

const POLL_INTERVAL_MS = 1_000

/** Watches the files of a running world; `removed` resolves with a message when they are deleted. */
function watchDataDir(dataDir: string): { removed: Promise<string>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setInterval(() => {
    if (hasKeystore(dataDir)) return
    clearInterval(timer)
    resolve(formatRemoval(dataDir))
  }, POLL_INTERVAL_MS)
  return { removed: promise, stop: () => clearInterval(timer) }
}

/** Replaces the message of a part that failed because the files of its world were removed. */
function explainFailure(dataDir: string, message: string): string {
  return hasKeystore(dataDir) ? message : formatRemoval(dataDir)
}

const formatRemoval = (dataDir: string) =>
  `The folder of this world, ${dataDir}, was removed: start again to make a new one.`
