import { rm } from 'node:fs/promises'
import { createClient } from '@app/api/client.ts'
import { getScore } from '@app/api/routes/score.ts'
import type { Server } from '@app/server/server.ts'
import type { Address } from '@app/values/address.ts'
import type { Chain } from '../chain/create-chain.ts'
import { NAMED } from '../people/cast.ts'
import { createDao, type Dao } from '../people/create-dao.ts'
import { createPeople, type People } from '../people/create-people.ts'
import { choosePorts, type Ports } from '../site/ports.ts'
import { type Site, type SiteUrls, startSite, type WebMode } from '../site/start-site.ts'
import type { EmulatorReady } from '../toolbox/start-emulator.ts'
import type { Tool } from '../toolbox/start-tool.ts'
import { startWallet, type WalletReady } from '../toolbox/start-wallet.ts'
import { type Clock, createClock } from './clock.ts'
import type { Ground } from './ground.ts'
import { localSite } from './local-site.ts'
import { type GroundOptions, openGround } from './open-ground.ts'
import { writeJson } from './write-json.ts'

export type WorldOptions = Pick<GroundOptions, 'dataDir' | 'toolbox'> &
  Partial<GroundOptions> & {
    /** Any free ports by default. */
    ports?: Ports
    /** The built web app by default. */
    web?: WebMode
    /** Time between two blocks; 1,000 by default. */
    blockMs?: number
    /** Where to write the people's addresses and the URLs, for tools that look at a running world. */
    worldFile?: string
  }

/** The local world at work: a chain with people and months of history, the server and the web app. */
export interface World {
  people: People
  dao: Dao
  clock: Clock
  chain: Chain
  /** Commits a block now and returns its height. */
  commit(): Promise<number>
  /** Addresses of the account that holds the contracts, and of those that hold powers over them. */
  offices: { contracts: Address; agent: Address; dao: Address }
  server: Server
  urls: SiteUrls & { emulator: string; wallet: string }
  /** What a second server needs to serve the same chain. */
  emulator: EmulatorReady
  databaseUrl: string
  /** Resolves when the server has nothing left to do for the chain as it is now. */
  drain(): Promise<void>
  /** Resolves with a sentence when a part has ended by itself. */
  failed: Promise<string>
  /** Ends every part, the last started first. */
  stop(): Promise<void>
}

/** Boots a world. Throws `FatalError` with a sentence when a part does not start, and leaves nothing running. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { web = 'built', blockMs = 1_000, worldFile, ...given } = options
  const ground: GroundOptions = { ...DEFAULTS, signal: new AbortController().signal, ...given }
  const ports = await choosePorts(options.ports ?? { web: 0, api: 0 })
  if (worldFile !== undefined) await rm(worldFile, { force: true })
  await using parts = new AsyncDisposableStack()
  const open = await openGround(ground, parts)
  ground.onProgress('Starting the dev wallet and the server')
  const wallet = await startWallet({ ...ground, emulator: open.emulator.ready, port: 0 })
  parts.defer(() => wallet.stop())
  ground.signal.throwIfAborted()
  const walletUrl = wallet.ready.authn
  const site = await startSite(localSite(open, { ports, web, walletUrl }), parts)
  ground.onProgress('Reading the chain and scoring its people')
  await site.server.drain()
  const world = describeWorld(open, wallet, site)
  await scorePeople(world)
  await open.control.setMode({ mode: 'interval', intervalMs: blockMs })
  ground.signal.throwIfAborted()
  if (worldFile !== undefined) await publishWorld(worldFile, world, parts)
  const running = parts.move()
  return { ...world, stop: () => running.disposeAsync() }
}

/** Asks for the scores of the people once: from then on the server keeps them current. */
async function scorePeople({ people, urls }: Pick<World, 'people' | 'urls'>): Promise<void> {
  const api = createClient({ baseUrl: urls.api })
  const addresses = NAMED.map((name) => people[name].address)
  await Promise.all(addresses.map((address) => api.call(getScore, { params: { address } })))
}

const DEFAULTS = { databaseServer: null, keep: false, onProgress: () => {} }

function describeWorld(
  { emulator, chain, control, addresses, postgres, agent, dao }: Ground,
  wallet: Tool<WalletReady>,
  { server, urls }: Site,
): Omit<World, 'stop'> {
  return {
    people: createPeople(chain, addresses),
    dao: createDao(chain, dao),
    offices: { contracts: chain.service.address, agent: agent.address, dao: dao.address },
    clock: createClock(control),
    chain,
    commit: () => control.commitBlocks(),
    server,
    urls: { ...urls, emulator: emulator.ready.rest, wallet: wallet.ready.url },
    emulator: emulator.ready,
    databaseUrl: postgres.url,
    drain: () => server.drain(),
    failed: Promise.race([
      endOf('The Flow emulator', emulator.ended),
      endOf('The dev wallet', wallet.ended),
      endOf(
        'PostgreSQL',
        postgres.ended.then(() => ''),
      ),
    ]),
  }
}

async function endOf(part: string, ended: Promise<string>): Promise<string> {
  const words = await ended
  const why = words === '' ? '' : ` (${words.split('\n').at(-1)})`
  return `${part} has ended by itself${why}: start again, with --keep to go on with this world.`
}

/** Writes where things are, for as long as they are there. */
async function publishWorld(
  file: string,
  { people, urls, offices }: Pick<World, 'people' | 'urls' | 'offices'>,
  parts: AsyncDisposableStack,
): Promise<void> {
  const known = Object.fromEntries(NAMED.map((name) => [name, people[name].address]))
  await writeJson(file, { people: known, ...urls, ...offices })
  parts.defer(() => rm(file, { force: true }))
}
