import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/server/db/embedded-postgres.ts'
import type { Server } from '@app/server/server.ts'
import { openDatabase } from '../database/open-database.ts'
import { choosePorts, type Ports } from '../site/ports.ts'
import { type SiteOptions, type SiteUrls, startSite } from '../site/start-site.ts'

export interface TestnetOptions {
  /** Directory of testnet's data alone. */
  dataDir: string
  /** The server's own environment variables, such as FLOW_ACCESS_NODE. */
  environment: SiteOptions['environment']
  /** A database to use instead of an embedded one. */
  databaseUrl: string | null
  /** Who sends what the server publishes; null where nobody does. */
  agent: SiteOptions['agent']
  ports: Ports
  web: SiteOptions['web']
  onProgress: (sentence: string) => void
}

/** The server and the web app on Flow's public test network. */
export interface Testnet {
  server: Server
  urls: SiteUrls
  /** Resolves with a sentence when a part has ended by itself. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** Where wallets of testnet are found. */
const DISCOVERY = 'https://fcl-discovery.onflow.org/testnet/authn'

/** Starts the server and the web app; a network that cannot be reached only makes them wait for it. */
export async function createTestnet(options: TestnetOptions): Promise<Testnet> {
  const { environment, agent, web, onProgress } = options
  const ports = await choosePorts(options.ports)
  await using parts = new AsyncDisposableStack()
  const database = await openPostgres(options, parts)
  onProgress('Starting the server')
  const databaseUrl = database.url
  const site = await startSite(
    { environment, network: 'testnet', databaseUrl, walletUrl: DISCOVERY, agent, ports, web },
    parts,
  )
  const running = parts.move()
  const failed = database.ended.then(() => 'PostgreSQL has ended by itself: start again.')
  return { ...site, failed, stop: () => running.disposeAsync() }
}

async function openPostgres(
  { databaseUrl, dataDir, onProgress }: TestnetOptions,
  parts: AsyncDisposableStack,
): Promise<Pick<EmbeddedPostgres, 'url' | 'ended'>> {
  if (databaseUrl !== null) return { url: databaseUrl, ended: new Promise(() => {}) }
  onProgress('Starting PostgreSQL')
  const postgres = await openDatabase({
    dataDir: join(dataDir, 'postgres'),
    isFresh: false,
    isDurable: true,
  })
  parts.defer(() => postgres.stop())
  return postgres
}
