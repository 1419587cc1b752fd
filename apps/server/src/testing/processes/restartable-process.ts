import { vi } from 'vitest'
import type { AgentAccount } from '../../config.ts'
import { findFreePort } from './find-free-port.ts'
import {
  type ServerProcess,
  type ServerProcessOptions,
  startServerProcess,
} from './start-server-process.ts'

/** A process that a test kills and starts again with the same roles and environment. */
export interface RestartableProcess {
  /** Sends SIGKILL, waits for the end, and starts it again. */
  killAndRestart(): Promise<void>
  /** Sends SIGTERM, waits for the end, and starts it again; returns the exit code. */
  terminateAndRestart(): Promise<number | null>
  kill(): Promise<void>
  /** Returns the output of all its runs. */
  output(): string
}

export function startRestartableProcess(options: ServerProcessOptions): RestartableProcess {
  const runs: ServerProcess[] = [startServerProcess(options)]
  const kill = async () => void (await runs.at(-1)?.kill())
  return {
    kill,
    killAndRestart: async () => {
      await kill()
      runs.push(startServerProcess(options))
    },
    terminateAndRestart: async () => {
      const running = runs.at(-1)
      running?.signal('SIGTERM')
      const code = (await running?.ended) ?? null
      runs.push(startServerProcess(options))
      return code
    },
    output: () => runs.map((run) => run.output()).join('\n'),
  }
}

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

interface Killing {
  /** Returns numbers in [0, 1); the same numbers choose the same points and processes. */
  random: () => number
  kills: number
  /** Progress, by what is counted; it passes `last`. */
  progress: Readonly<Record<string, () => number | Promise<number>>>
  /** Progress before which the last kill is. */
  last: number
}

/**
 * Kills processes at random points of the progress, one point after the other, and starts them again.
 * Returns a description of each kill.
 */
export async function killAtRandom(
  processes: Readonly<Record<string, RestartableProcess>>,
  { random, kills, progress, last }: Killing,
): Promise<string[]> {
  const kinds = Object.entries(progress)
  const killed: string[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const point = Math.floor(((kill + random()) * last) / kills)
    const kind = kinds[Math.floor(random() * kinds.length)]
    if (kind === undefined) throw new RangeError('there is no progress to count')
    const [what, count] = kind
    const hasCome = async () => (await count()) >= point
    await vi.waitUntil(hasCome, { timeout: 240_000, interval: 10 })
    const victims = chooseVictims(Object.entries(processes), random)
    await Promise.all(victims.map(([, each]) => each.killAndRestart()))
    killed.push(`${point} ${what}: ${victims.map(([name]) => name).join(' + ')}`)
  }
  return killed
}

/** Chooses at least one. */
function chooseVictims<Item>(all: readonly Item[], random: () => number): Item[] {
  const first = Math.floor(random() * all.length)
  return all.filter((_, index) => index === first || random() < 0.4)
}
