import type { Network } from '@app/values/network.ts'

/** What the web app reads from `/config.json`. */
export interface WebConfig {
  network: Network
  apiUrl: string
  accessNodeUrl: string
  /** `discovery.wallet` of FCL. */
  walletUrl: string
  /** Page of one transaction, with `{id}` in its place. */
  explorerTxUrl: string
}
