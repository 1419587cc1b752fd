import { type AgentAccount, readConfig } from '../config.ts'
import { type Server, startServer } from '../server.ts'

interface CompleteServerOptions {
  accessNodeUrl: string
  databaseUrl: string
  /** The account that signs for the agent. */
  agent: AgentAccount
  /** Further settings. */
  environment?: Record<string, string>
}

/** Starts the API with the indexer, the scorer and the agent on a local chain, on any free port. */
export function startCompleteServer(options: CompleteServerOptions): Promise<Server> {
  const { accessNodeUrl, databaseUrl, agent, environment } = options
  const config = readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_POLL_MS: '50',
    DATABASE_URL: databaseUrl,
    API_PORT: '0',
    API_MAX_LOOP_DELAY_MS: '600000',
    LOG_LEVEL: 'silent',
    ...environment,
  })
  return startServer(config, ['api', 'indexer', 'scorer', 'agent'], { agent })
}
