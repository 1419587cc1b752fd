import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AgentAccount } from '../../config.ts'

/** A server process with the role `agent`. */
export interface AgentProcess {
  /** Returns its output on stdout and stderr. */
  output(): string
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>
  /** Resolves with the exit code when the process exits without `kill`. */
  ended: Promise<number | null>
}

export interface AgentProcessOptions {
  databaseUrl: string | null
  accessNodeUrl: string
  account: AgentAccount
}

const MAIN = join(import.meta.dirname, '../../main.ts')

/** Starts `main.ts agent`; the process is killed when the test ends. */
export function startAgent(options: AgentProcessOptions): AgentProcess {
  const { databaseUrl, accessNodeUrl, account } = options
  const child = spawn(process.execPath, [MAIN, 'agent'], {
    stdio: ['ignore', 'pipe', 'pipe'],
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
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = () => killProcess(child, ended)
  onTestFinished(kill)
  return { output: () => output, kill, ended }
}

async function killProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
