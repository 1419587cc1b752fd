import type { Network } from '@app/values/network.ts'

/** The content of `/config.json` of the web app. */
export interface WebConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  /** URL of the page of a transaction, with `{id}` as placeholder. */
  explorerTxUrl: string
}
