import { rm } from 'node:fs/promises'
import type { Server } from '@app/server/server.ts'
import type { Address } from '@app/values/address.ts'
import { choosePorts, type Ports } from '../app/choose-ports.ts'
import { type App, type AppUrls, startApp, type WebMode } from '../app/start-app.ts'
import type { Chain } from '../chain/create-chain.ts'
import { COSIGNER_INDEXES } from '../cosigners/cosigner-names.ts'
import { type Cosigners, createCosigners } from '../cosigners/create-cosigners.ts'
import { SNAPSHOT_DIR } from '../environment.ts'
import { NAMED_ACCOUNTS } from '../people/account-names.ts'
import { createDaoClient, type Dao } from '../people/create-dao.ts'
import { createPeople, type People } from '../people/create-people.ts'
import { type PrepareOptions, prepareWorld } from '../snapshot/prepare-world.ts'
import type { EmulatorReady } from '../toolbox/start-emulator.ts'
import type { ToolProcess } from '../toolbox/start-tool.ts'
import { startWallet, type WalletReady } from '../toolbox/start-wallet.ts'
import { writeJson } from '../write-json.ts'
import { buildLocalAppOptions } from './build-local-app-options.ts'
import { type Clock, createClock } from './clock.ts'
import type { LocalEnvironment } from './local-environment.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { openLocalEnvironment } from './open-local-environment.ts'
import { explainFailure, watchDataDir } from './watch-data-dir.ts'

export type WorldOptions = Pick<PrepareOptions, 'dataDir' | 'toolbox'> &
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
export interface World {
  people: People
  dao: Dao
  cosigners: Cosigners
  clock: Clock
  chain: Chain
  /** Commits a block now and returns its height. */
  commitBlock(): Promise<number>
  /** Addresses of the account with the contracts, and of the accounts with roles in them. */
  roles: { contracts: Address; agent: Address; dao: Address }
  server: Server
  urls: AppUrls & { emulator: string; wallet: string }
  /** Connection to the emulator, for a second server on the same chain. */
  emulator: EmulatorReady
  databaseUrl: string
  /** Resolves when the server has processed the chain up to now. */
  drain(): Promise<void>
  /** Resolves with a message when a part exits unexpectedly. */
  failed: Promise<string>
  /** Stops every part in reverse order of the start. */
  stop(): Promise<void>
}

/** Starts a world. Throws `FatalError` when a part does not start, after stopping the others. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { web = 'built', blockMs = 1_000, worldFile, ...given } = options
  const prepareOptions: PrepareOptions = {
    ...DEFAULTS,
    signal: new AbortController().signal,
    ...given,
  }
  const ports = await choosePorts(options.ports ?? { web: 0, api: 0 })
  await using resources = new AsyncDisposableStack()
  const lock = await lockDataDir(options.dataDir)
  resources.defer(() => lock.release())
  if (worldFile !== undefined) await rm(worldFile, { force: true })
  await prepareWorld(prepareOptions)
  prepareOptions.onProgress('Starting the Flow emulator and PostgreSQL')
  const environment = await openLocalEnvironment(prepareOptions, resources)
  if (blockMs === null) await stopClock(environment)
  prepareOptions.onProgress('Starting the dev wallet and the server')
  const wallet = await startWallet({
    ...prepareOptions,
    emulator: environment.emulator.ready,
    port: 0,
  })
  resources.defer(() => wallet.stop())
  prepareOptions.signal.throwIfAborted()
  const walletUrl = wallet.ready.authn
  const app = await startApp(
    buildLocalAppOptions(environment, {
      ports,
      web,
      walletUrl,
      people: pickNamed(environment.addresses),
    }),
    resources,
  )
  prepareOptions.onProgress('Indexing the chain and scoring its accounts')
  await app.server.drain()
  const watch = watchDataDir(options.dataDir)
  resources.defer(() => watch.stop())
  const world = toWorld(environment, wallet, app)
  if (blockMs !== null) await environment.control.setMode({ mode: 'interval', intervalMs: blockMs })
  const cosigners = await createCosigners(environment, resources)
  prepareOptions.signal.throwIfAborted()
  if (worldFile !== undefined) await writeWorldFile(worldFile, world, resources)
  // Not awaited: the pages work without them, and /ready tells until they run.
  for (const index of COSIGNER_INDEXES) cosigners.start(index).catch(() => {})
  const running = resources.move()
  const failure = world.failed.then((message) => explainFailure(options.dataDir, message))
  const failed = Promise.race([failure, watch.removed])
  return { ...world, cosigners, failed, stop: () => running.disposeAsync() }
}

const DEFAULTS = {
  databaseServerUrl: null,
  keep: false,
  fresh: false,
  snapshotDir: SNAPSHOT_DIR,
  onProgress: () => {},
}

async function stopClock({ control, chain }: LocalEnvironment): Promise<void> {
  await control.freezeClock((await chain.flow.getLatestBlock()).timeMs)
}

/** The addresses of the accounts that have a name for people. */
function pickNamed(addresses: LocalEnvironment['addresses']): Record<string, Address> {
  const named = NAMED_ACCOUNTS.map((name) => [name, addresses.get(name)] as const)
  return Object.fromEntries(named.flatMap(([name, to]) => (to === undefined ? [] : [[name, to]])))
}

function toWorld(
  { emulator, chain, control, addresses, postgres, agent, dao }: LocalEnvironment,
  wallet: ToolProcess<WalletReady>,
  { server, urls }: App,
): Omit<World, 'stop' | 'cosigners'> {
  return {
    people: createPeople(chain, addresses),
    dao: createDaoClient(chain, dao),
    roles: { contracts: chain.service.address, agent: agent.address, dao: dao.address },
    clock: createClock(control),
    chain,
    commitBlock: () => control.commitBlocks(),
    server,
    urls: { ...urls, emulator: emulator.ready.rest, wallet: wallet.ready.url },
    emulator: emulator.ready,
    databaseUrl: postgres.url,
    drain: () => server.drain(),
    failed: Promise.race([
      describeUnexpectedExit('The Flow emulator', emulator.ended),
      describeUnexpectedExit('The dev wallet', wallet.ended),
      describeUnexpectedExit(
        'PostgreSQL',
        postgres.ended.then(() => ''),
      ),
    ]),
  }
}

async function describeUnexpectedExit(
  processName: string,
  ended: Promise<string>,
): Promise<string> {
  const errorOutput = await ended
  const reason = errorOutput === '' ? '' : ` (${errorOutput.split('\n').at(-1)})`
  return `${processName} exited unexpectedly${reason}: start again, with --keep to continue with this world.`
}

/** Writes the world file, which is deleted when the world stops. */
async function writeWorldFile(
  file: string,
  { people, urls, roles }: Pick<World, 'people' | 'urls' | 'roles'>,
  resources: AsyncDisposableStack,
): Promise<void> {
  const namedAddresses = Object.fromEntries(
    NAMED_ACCOUNTS.map((name) => [name, people[name].address]),
  )
  await writeJson(file, { people: namedAddresses, ...urls, ...roles })
  resources.defer(() => rm(file, { force: true }))
}
