import { onTestFinished } from 'vitest'
import type { AgentAccount } from '../../config.ts'
import {
  type ServerProcess,
  startServerProcess,
} from '../../testing/processes/start-server-process.ts'

/** A server process with the role `agent`. */
export type AgentProcess = ServerProcess

interface AgentProcessOptions {
  databaseUrl: string | null
  accessNodeUrl: string
  account: AgentAccount
}

/** Starts `main.ts agent`; the process is killed when the test ends. */
export function startAgent(options: AgentProcessOptions): AgentProcess {
  const { databaseUrl, accessNodeUrl, account } = options
  const agent = startServerProcess({
    roles: ['agent'],
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: accessNodeUrl,
      FLOW_POLL_MS: '50',
      LOG_LEVEL: 'debug',
      DATABASE_URL: databaseUrl ?? '',
      DHARMA_AGENT_ADDRESS: account.address,
      DHARMA_AGENT_KEY: account.privateKeyHex,
    },
  })
  onTestFinished(agent.kill)
  return agent
}
