import { join } from 'node:path'
import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Server } from '@app/server/server.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { choosePorts, type Ports } from '../app/choose-ports.ts'
import { type AppOptions, type AppUrls, startApp } from '../app/start-app.ts'
import { openDatabase } from '../database/open-database.ts'

export interface PublicNetworkOptions {
  network: Network
  /** Directory of this network's data only. */
  dataDir: string
  /** Environment variables of the server, such as FLOW_ACCESS_NODE. */
  environment: AppOptions['environment']
  /** A database to use instead of an embedded one. */
  databaseUrl: string | null
  /** The account that sends publications; null to start without an agent. */
  agent: AppOptions['agent']
  ports: Ports
  web: AppOptions['web']
  onProgress: (sentence: string) => void
}

/** The server and the web app on a public network. */
export interface PublicNetwork {
  server: Server
  urls: AppUrls
  /** Resolves with a message when a part exits unexpectedly. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** Starts the server and the web app. While the network cannot be reached, they run and retry. */
export async function createPublicNetwork(options: PublicNetworkOptions): Promise<PublicNetwork> {
  const { network, environment, agent, web, onProgress } = options
  const { walletDiscoveryUrl } = NETWORKS[network]
  if (walletDiscoveryUrl === null) throw new FatalError(`${network} has no public wallets.`)
  const ports = await choosePorts(options.ports)
  await using resources = new AsyncDisposableStack()
  const database = await openPostgres(options, resources)
  onProgress('Starting the server')
  const databaseUrl = database.url
  const app = await startApp(
    { environment, network, databaseUrl, walletUrl: walletDiscoveryUrl, agent, ports, web },
    resources,
  )
  const running = resources.move()
  const failed = database.ended.then(() => 'PostgreSQL exited unexpectedly: start again.')
  return { ...app, failed, stop: () => running.disposeAsync() }
}

async function openPostgres(
  { databaseUrl, dataDir, onProgress }: PublicNetworkOptions,
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
