import { type AgentAccount, type Config, readConfig } from '@app/server/config.ts'
import { type Server, startServer } from '@app/server/server.ts'
import type { Network } from '@app/values/network.ts'
import { serveWeb, type WebServer } from '../web/serve-web.ts'
import type { Ports } from './choose-ports.ts'

/** How the server and the web app are set up. */
export interface AppOptions {
  /** The server's environment variables, beside those that follow from the rest. */
  environment: Readonly<Record<string, string | undefined>>
  network: Network
  databaseUrl: string
  /** Who sends what the server publishes; null where nobody does. */
  agent: AgentAccount | null
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  ports: Ports
  /** The web app built, rebuilt while it is edited, or none. */
  web: WebMode
}

export type WebMode = 'built' | 'dev' | 'none'

/** The server and the web app that shows it. */
export interface App {
  server: Server
  urls: AppUrls
}

export interface AppUrls {
  /** Empty when there is no web app. */
  web: string
  api: string
}

/**
 * Starts the server with all the roles that it can have, then the web app; both names are `localhost`, so that the
 * browser sees one site. Puts each on the stack of what has to be stopped.
 */
export async function startApp(options: AppOptions, resources: AsyncDisposableStack): Promise<App> {
  const config = buildConfig(options)
  const server = await startAllRoles(config, options.agent)
  resources.defer(() => server.stop())
  const api = `http://localhost:${new URL(server.url).port}`
  if (options.web === 'none') return { server, urls: { api, web: '' } }
  const web = await startWeb(options, config, api)
  resources.defer(() => web.stop())
  return { server, urls: { api, web: web.url } }
}

function startAllRoles(config: Config, agent: AgentAccount | null): Promise<Server> {
  const roles = ['api', 'indexer', 'scorer'] as const
  return agent === null
    ? startServer(config, roles)
    : startServer(config, [...roles, 'agent'], { agent })
}

function buildConfig({ environment, network, databaseUrl, ports }: AppOptions): Config {
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
  const webOptions = {
    port: options.ports.web,
    config: {
      network: config.network,
      apiUrl: api,
      accessNodeUrl: config.flow.accessNodeUrl,
      walletUrl: options.walletUrl,
      explorerTxUrl: config.links.explorerTxUrl,
    },
  }
  if (options.web === 'built') return serveWeb(webOptions)
  const { serveDevWeb } = await import('../web/serve-dev-web.ts')
  return serveDevWeb(webOptions)
}
