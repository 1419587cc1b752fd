import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedPostgres, startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import type { Server } from '@app/server/server.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import { type AppOptions, choosePorts, startApp } from './start-app.ts'

interface PublicNetworkOptions
  extends Pick<AppOptions, 'network' | 'environment' | 'agent' | 'ports' | 'web'> {
  /** Directory of this network's data only. */
  dataDir: string
  /** A database to use instead of an embedded one. */
  databaseUrl: string | null
  onProgress: (sentence: string) => void
}

export type PublicNetwork = Awaited<ReturnType<typeof createPublicNetwork>>

/**
 * Starts the server and the web app. While the network cannot be reached, they run and retry. `failed` resolves with a
 * message when a part exits unexpectedly.
 */
export async function createPublicNetwork(options: PublicNetworkOptions) {
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
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), isDurable: true })
  resources.defer(() => postgres.stop())
  return postgres
}

const POLL_INTERVAL_MS = 1_000
const FIRST_POLL_INTERVAL_MS = 100

type HealthSource = Pick<Server, 'health'>

/** Resolves with the reason once a call to the access node failed, with null once one succeeded or `signal` aborts. */
export async function waitForFirstCall(
  server: HealthSource,
  signal: AbortSignal,
): Promise<string | null> {
  for (;;) {
    const { height, outage } = server.health().node
    if (outage !== null) return outage.message
    if (height !== null || signal.aborted) return null
    await delay(FIRST_POLL_INTERVAL_MS)
  }
}

/** Reports when the access node stops answering, and when it answers again. */
export function reportNodeOutages(
  server: HealthSource,
  report: { outage(message: string): void; recovery(): void },
): { stop(): void } {
  let isUnreachable = server.health().node.outage !== null
  const timer = setInterval(() => {
    const { outage } = server.health().node
    if (outage !== null && !isUnreachable) report.outage(outage.message)
    if (outage === null && isUnreachable) report.recovery()
    isUnreachable = outage !== null
  }, POLL_INTERVAL_MS)
  return { stop: () => clearInterval(timer) }
}
