import { vi } from 'vitest'
import type { AgentAccount } from '../../config.ts'
import { findFreePort } from './find-free-port.ts'
import { type RestartableProcess, startRestartableProcess } from './restartable-process.ts'

/** A server whose api, indexer with scorer, and agent are processes of their own. */
export interface RoleProcesses {
  url: string
  processes: Record<'api' | 'worker' | 'agent', RestartableProcess>
}

/** Starts the processes, and waits until the API is ready. */
export async function startRoles(options: {
  accessNodeUrl: string
  databaseUrl: string
  agent: AgentAccount
  /** Other variables of all processes. */
  settings?: Record<string, string>
}): Promise<RoleProcesses> {
  const { accessNodeUrl, databaseUrl, agent, settings = {} } = options
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_POLL_MS: '50',
    DATABASE_URL: databaseUrl,
    API_PORT: String(port),
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const agentEnv = {
    ...env,
    DHARMA_AGENT_ADDRESS: agent.address,
    DHARMA_AGENT_KEY: agent.privateKeyHex,
  }
  const processes = {
    api: startRestartableProcess({ roles: ['api'], env }),
    worker: startRestartableProcess({ roles: ['indexer', 'scorer'], env }),
    agent: startRestartableProcess({ roles: ['agent'], env: agentEnv }),
  }
  const isReady = async () => (await fetch(`${url}/ready`).catch(() => null))?.ok
  await vi.waitUntil(isReady, { timeout: 120_000, interval: 200 })
  return { url, processes }
}
