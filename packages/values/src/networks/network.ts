import type { Address } from '../address.ts'

/** System contracts that this project reads or imports. */
export type SystemContract =
  | 'Burner'
  | 'FlowFees'
  | 'FlowStorageFees'
  | 'FlowToken'
  | 'FlowTransactionScheduler'
  | 'FlowTransactionSchedulerUtils'
  | 'FungibleToken'
  | 'FungibleTokenMetadataViews'
  | 'MetadataViews'
  | 'NFTStorefrontV2'
  | 'NonFungibleToken'
  | 'ViewResolver'

/** All properties that differ between Flow networks. */
export interface NetworkDefinition {
  /** Short name for a badge, such as 'Testnet'. */
  label: string
  /** Name within a sentence, such as 'Flow testnet'. */
  displayName: string
  description: string
  /** Chain id in `/v1/network/parameters` of the access node. */
  chainId: string
  /** Name in flow.json. */
  flowJsonName: string
  /**
   * Whether others use the network: keys then have no defaults, and the addresses of deployed
   * contracts are recorded.
   */
  isPublic: boolean
  /** REST API of the default access node. */
  accessNodeUrl: string
  /** Calls per second that one client may make to an access node. */
  callsPerSecond: { event: number; script: number; other: number }
  /**
   * URL of a transaction page with `{id}` as placeholder; `null` where the access node itself is
   * the explorer.
   */
  explorerTxUrl: string | null
  /**
   * URL of the wallet discovery; `null` where the development wallet of the local world is used.
   */
  walletDiscoveryUrl: string | null
  /** URL of a faucet for free FLOW; `null` when there is none. */
  faucetUrl: string | null
  /**
   * Word (high and low half) that is XORed to the code words of the [64, 45, 7] code to get
   * addresses of this network. Source: flow-go `model/flow/address.go`.
   */
  addressCodeWord: { high: number; low: number }
  systemContracts: Readonly<Record<SystemContract, Address>>
  /** Accounts that receive transaction fees; fees are not transfers to a counterparty. */
  feeAccounts: readonly Address[]
  /**
   * Number of blocks by which the tip may decrease between two responses, because a host name can
   * stand for several nodes.
   */
  tipToleranceBlocks: number
  /**
   * First height to index by default; 'recent' is one day before the tip, with back-fill below it.
   */
  startHeight: number | 'recent'
}

/** Returns the definition, checked against the type, with its literal types. */
export function defineNetwork<const T extends NetworkDefinition>(definition: T): T {
  return definition
}
