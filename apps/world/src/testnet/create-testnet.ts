import { join } from 'node:path'
import type { Server } from '@app/server/server.ts'
import { openDatabase } from '../database/open-database.ts'
import { ensurePortsFree, type Ports } from '../site/ports.ts'
import { type SiteOptions, type SiteUrls, startSite } from '../site/start-site.ts'

export interface TestnetOptions {
  /** Directory of testnet's data alone. */
  dataDir: string
  /** The server's own environment variables, such as FLOW_ACCESS_NODE. */
  environment: SiteOptions['environment']
  /** A database to use instead of an embedded one. */
  databaseUrl: string | null
  ports: Ports
  web: SiteOptions['web']
  onProgress: (sentence: string) => void
}

/** The server and the web app on Flow's public test network. */
export interface Testnet {
  server: Server
  urls: SiteUrls
  stop(): Promise<void>
}

/** Where wallets of testnet are found. */
const DISCOVERY = 'https://fcl-discovery.onflow.org/testnet/authn'

/** Starts the server and the web app; a network that cannot be reached only makes them wait for it. */
export async function createTestnet(options: TestnetOptions): Promise<Testnet> {
  await ensurePortsFree(options.ports)
  await using parts = new AsyncDisposableStack()
  const databaseUrl = options.databaseUrl ?? (await openPostgres(options, parts))
  options.onProgress('Starting the server')
  const { environment, ports, web } = options
  const site = await startSite(
    { environment, network: 'testnet', databaseUrl, walletUrl: DISCOVERY, ports, web },
    parts,
  )
  const running = parts.move()
  return { ...site, stop: () => running.disposeAsync() }
}

async function openPostgres(
  { dataDir, onProgress }: TestnetOptions,
  parts: AsyncDisposableStack,
): Promise<string> {
  onProgress('Starting PostgreSQL')
  const postgres = await openDatabase({
    dataDir: join(dataDir, 'postgres'),
    isFresh: false,
    isDurable: true,
  })
  parts.defer(() => postgres.stop())
  return postgres.url
}
