import type { Network } from '@app/values/network.ts'

/** What the web app reads from `/config.json`. */
export interface WebConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  /** URL of the page of a transaction, with `{id}` as placeholder. */
  explorerTxUrl: string
}
