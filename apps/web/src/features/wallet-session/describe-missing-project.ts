import { SHOWN_NETWORKS } from '@app/values/shown-networks.ts'
import type { RuntimeConfig } from '../../lib/config/runtime-config.ts'

/** The development wallet of the local world needs no project. */
export function describeMissingProject({
  network,
  walletConnectProjectId,
}: Pick<RuntimeConfig, 'network' | 'walletConnectProjectId'>): string | null {
  if (walletConnectProjectId !== '' || !SHOWN_NETWORKS[network].isPublic) return null
  return 'Wallets on a phone cannot connect here: this site has no WalletConnect project. Wallets in this browser can. The operator sets WALLETCONNECT_PROJECT_ID.'
}
