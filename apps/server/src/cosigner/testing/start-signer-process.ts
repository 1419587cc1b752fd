import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestSigner } from './open-signer-fixture.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

/** A server process with the roles of a signer. */
export interface SignerProcess {
  /** Returns its output on stdout and stderr. */
  output(): string
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Starts a process for a signer of a test; `change` replaces variables of its environment. */
export function startSignerProcess(
  { context, proxy, mailboxUrl, privateKeyHex }: TestSigner,
  change: Record<string, string> = {},
): SignerProcess {
  const child = spawn(process.execPath, [MAIN, 'indexer', 'scorer', 'cosigner'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: proxy.url,
      FLOW_START_HEIGHT: String(context.config.flow.startHeight),
      FLOW_POLL_MS: '50',
      LOG_LEVEL: 'debug',
      DATABASE_URL: context.config.databaseUrl ?? '',
      COSIGNER_MAILBOX_URL: mailboxUrl,
      DHARMA_COSIGNER_KEY: privateKeyHex,
      ...change,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return { output: () => output, kill, ended }
}
