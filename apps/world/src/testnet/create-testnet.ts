import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Server } from '@app/server/server.ts'
import { choosePorts, type Ports } from '../app/choose-ports.ts'
import { type AppOptions, type AppUrls, startApp } from '../app/start-app.ts'
import { openDatabase } from '../database/open-database.ts'

export interface TestnetOptions {
  /** Directory of testnet's data alone. */
  dataDir: string
  /** The server's own environment variables, such as FLOW_ACCESS_NODE. */
  environment: AppOptions['environment']
  /** A database to use instead of an embedded one. */
  databaseUrl: string | null
  /** Who sends what the server publishes; null where nobody does. */
  agent: AppOptions['agent']
  ports: Ports
  web: AppOptions['web']
  onProgress: (sentence: string) => void
}

/** The server and the web app on Flow's public test network. */
export interface Testnet {
  server: Server
  urls: AppUrls
  /** Resolves with a sentence when a part has ended by itself. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** Where wallets of testnet are found. */
const DISCOVERY_URL = 'https://fcl-discovery.onflow.org/testnet/authn'

/** Starts the server and the web app; a network that cannot be reached only makes them wait for it. */
export async function createTestnet(options: TestnetOptions): Promise<Testnet> {
  const { environment, agent, web, onProgress } = options
  const ports = await choosePorts(options.ports)
  await using resources = new AsyncDisposableStack()
  const database = await openPostgres(options, resources)
  onProgress('Starting the server')
  const databaseUrl = database.url
  const app = await startApp(
    { environment, network: 'testnet', databaseUrl, walletUrl: DISCOVERY_URL, agent, ports, web },
    resources,
  )
  const running = resources.move()
  const failed = database.ended.then(() => 'PostgreSQL has ended by itself: start again.')
  return { ...app, failed, stop: () => running.disposeAsync() }
}

async function openPostgres(
  { databaseUrl, dataDir, onProgress }: TestnetOptions,
  resources: AsyncDisposableStack,
): Promise<Pick<EmbeddedPostgres, 'url' | 'ended'>> {
  if (databaseUrl !== null) return { url: databaseUrl, ended: new Promise(() => {}) }
  onProgress('Starting PostgreSQL')
  const postgres = await openDatabase({
    dataDir: join(dataDir, 'postgres'),
    isFresh: false,
    isDurable: true,
  })
  resources.defer(() => postgres.stop())
  return postgres
}
