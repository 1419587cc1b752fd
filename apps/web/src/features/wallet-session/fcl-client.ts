import { config, currentUser, type FclUser } from '@onflow/fcl'
import type { RuntimeConfig } from '../../lib/config/runtime-config.ts'

export interface FclClient {
  subscribe(listener: (user: FclUser) => void): () => void
  authenticate(): Promise<FclUser>
  unauthenticate(): void
}

/** Configures FCL and returns its client. */
export function createFclClient(runtime: RuntimeConfig): FclClient {
  config(buildFclConfig(runtime))
  return currentUser
}

function buildFclConfig(runtime: RuntimeConfig): Record<string, unknown> {
  const values: Record<string, unknown> = {
    'app.detail.title': runtime.appTitle,
    'app.detail.icon': runtime.appIcon,
    'app.detail.url': window.location.origin,
    'accessNode.api': runtime.accessNodeUrl,
    'discovery.wallet': runtime.walletUrl,
    'challenge.handshake': runtime.walletUrl,
    'flow.network': runtime.network,
    'fcl.limit': 9999,
  }
  if (runtime.walletConnectProjectId !== '') {
    values['walletconnect.projectId'] = runtime.walletConnectProjectId
  }
  return values
}
