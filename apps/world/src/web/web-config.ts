import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

/** The content of `/config.json` of the web app. */
export interface WebConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  /** Absent when no WalletConnect project is set up. */
  walletConnectProjectId?: string
  /** URL of the page of a transaction, with `{id}` as placeholder. */
  explorerTxUrl: string
  /** Names that the address boxes accept, such as alice; absent on public networks. */
  people?: Readonly<Record<string, Address>>
  /** Instead of the defaults of the web app. */
  links?: { repository: string }
}
