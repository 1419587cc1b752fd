import type { Address } from '../address.ts'

/** Contracts of the chain itself that this project reads or imports, by name. */
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

/** All that distinguishes one network of Flow from another. */
export interface NetworkDefinition {
  /** Short name for a badge, such as 'Testnet'. */
  label: string
  /** Name within a sentence, such as 'Flow testnet'. */
  displayName: string
  description: string
  /** As the access node reports it in `/v1/network/parameters`. */
  chainId: string
  /** Name in flow.json. */
  flowJsonName: string
  /** Other people use it: keys have no defaults, and the addresses of deployed contracts are recorded. */
  isPublic: boolean
  /** REST API of the default access node. */
  accessNodeUrl: string
  /** Calls a second that one client may make to an access node. */
  callsPerSecond: { event: number; script: number; other: number }
  /** Page of a transaction with `{id}` in its place; null where the access node itself is the explorer. */
  explorerTxUrl: string | null
  /** Where wallets are chosen; null where the development wallet of the local world is used. */
  walletDiscoveryUrl: string | null
  /** Where an account gets FLOW for free; null where there is none. */
  faucetUrl: string | null
  /**
   * The word, high and low half, by which addresses of this network differ from code words of the
   * [64, 45, 7] code. Source: flow-go `model/flow/address.go`.
   */
  addressCodeWord: { high: number; low: number }
  systemContracts: Readonly<Record<SystemContract, Address>>
  /** Accounts that receive the fees of transactions; a fee is no transfer to a counterparty. */
  feeAccounts: readonly Address[]
  /** Blocks by which an answer of the access node may lie behind an earlier one: nodes behind one name differ. */
  tipToleranceBlocks: number
  /** First height to index unless configured; 'recent' is a day before the tip, then backwards. */
  startHeight: number | 'recent'
}

/** Checks a definition against the type and keeps its literal types. */
export function defineNetwork<const T extends NetworkDefinition>(definition: T): T {
  return definition
}
