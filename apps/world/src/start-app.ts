import { once } from 'node:events'
import { createServer } from 'node:net'
import { type AgentAccount, type Config, readConfig } from '@app/server/config.ts'
import { type Server, startServer } from '@app/server/server.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'
import { describeBusyPort } from '../../../scripts/start/find-busy-port.mjs'
import { findRepositoryUrl } from './web/find-repository-url.ts'
import { serveWeb, type WebServer } from './web/serve-web.ts'
import type { WebConfig } from './web/web-config.ts'

export interface AppOptions {
  /** Environment variables of the server, in addition to those derived from the other options. */
  environment: Readonly<Record<string, string | undefined>>
  network: Network
  databaseUrl: string
  /** The account that sends publications; null to start without an agent. */
  agent: AgentAccount | null
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  ports: Ports
  /** The people of a local world by name, for the web app. */
  people?: WebConfig['people']
  /** The built web app, Vite's development server, or none. */
  web: WebMode
  /** The server works only in `drain`. */
  isManual?: boolean
}

export type WebMode = 'built' | 'dev' | 'none'

/** 0 asks for any free port. */
export interface Ports {
  web: number
  api: number
}

export interface AppUrls {
  /** Empty when there is no web app. */
  web: string
  api: string
}

/**
 * Starts the server with all possible roles, then the web app; both use the host name `localhost`,
 * so that the browser treats them as one site. Registers both in `resources`.
 */
export async function startApp(
  options: AppOptions,
  resources: AsyncDisposableStack,
): Promise<{ server: Server; urls: AppUrls }> {
  const config = buildConfig(options)
  const server = await startAllRoles(config, options)
  resources.defer(() => server.stop())
  const api = `http://localhost:${new URL(server.url).port}`
  if (options.web === 'none') return { server, urls: { api, web: '' } }
  const web = await startWeb(options, config, api)
  resources.defer(() => web.stop())
  return { server, urls: { api, web: web.url } }
}

function startAllRoles(
  config: Config,
  { agent, isManual = false }: Pick<AppOptions, 'agent' | 'isManual'>,
): Promise<Server> {
  const roles = ['api', 'indexer', 'scorer', 'alerts'] as const
  return agent === null
    ? startServer(config, roles, { isManual })
    : startServer(config, [...roles, 'agent'], { agent, isManual })
}

export function buildConfig({
  environment,
  network,
  databaseUrl,
  ports,
}: Pick<AppOptions, 'environment' | 'network' | 'databaseUrl' | 'ports'>): Config {
  return readConfig({
    API_HOST: 'localhost',
    API_PORT: String(ports.api),
    WEB_ORIGINS: `http://localhost:${ports.web},http://127.0.0.1:${ports.web}`,
    LOG_LEVEL: 'error',
    ...environment,
    DATABASE_URL: databaseUrl,
    FLOW_NETWORK: network,
  })
}

async function startWeb(options: AppOptions, config: Config, api: string): Promise<WebServer> {
  const walletConnectProjectId = options.environment.WALLETCONNECT_PROJECT_ID
  const repository = await findRepositoryUrl(options.environment.REPOSITORY_URL)
  const webOptions = {
    port: options.ports.web,
    config: {
      network: config.network,
      apiUrl: api,
      accessNodeUrl: config.flow.accessNodeUrl,
      walletUrl: options.walletUrl,
      explorerTxUrl: config.links.explorerTxUrl,
      ...(options.people && { people: options.people }),
      ...(walletConnectProjectId && { walletConnectProjectId }),
      ...(repository && { links: { repository } }),
    },
  }
  if (options.web === 'built') return serveWeb(webOptions)
  const { serveDevWeb } = await import('./web/serve-dev-web.ts')
  return serveDevWeb(webOptions)
}

/**
 * Chooses the ports, with a free one if the web port is 0: the API needs the origin of the web app
 * before it starts. Throws `FatalError`, with the port and its option, when another program uses
 * one.
 */
export async function choosePorts({ web, api }: Ports): Promise<Ports> {
  const problem = await describeBusyPort({ web, api })
  if (problem !== undefined) throw new FatalError(problem)
  return { web: web === 0 ? await findFreePort() : web, api }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
