import { onTestFinished } from 'vitest'
import {
  type ServerProcess,
  startServerProcess,
} from '../../testing/processes/start-server-process.ts'
import type { TestSigner } from './open-signer-fixture.ts'

/** A server process with the roles of a signer. */
type SignerProcess = ServerProcess

/** Starts a process for a signer of a test; `change` replaces variables of its environment. */
export function startSignerProcess(
  { context, proxy, mailboxUrl, privateKeyHex }: TestSigner,
  change: Record<string, string> = {},
): SignerProcess {
  const signer = startServerProcess({
    roles: ['indexer', 'scorer', 'cosigner'],
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
  onTestFinished(signer.kill)
  return signer
}
