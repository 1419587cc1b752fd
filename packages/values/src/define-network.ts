import type { Address } from './address.ts'
import type { EvmAddress } from './evm-address.ts'
import type { ShownNetwork } from './shown-networks.ts'

export type SystemContract =
  | 'Burner'
  | 'EVM'
  | 'FlowFees'
  | 'FlowIDTableStaking'
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

/** An ERC-20 token of which transfers are followed. Anybody can deploy one that calls itself the same. */
export interface EvmToken {
  address: EvmAddress
  symbol: string
  name: string
  /** Number of decimals: amounts are units of the last one. */
  decimals: number
  /** Whether it stands for FLOW that its contract holds, and is FLOW to everybody who uses it. */
  isWrappedFlow: boolean
}

export interface NetworkDefinition extends ShownNetwork {
  /** Chain id in `/v1/network/parameters` of the access node. */
  chainId: string
  flowJsonName: string
  accessNodeUrl: string
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
  /** Where `HybridCustody` is, by which accounts become children of others; `null` where it is not. */
  childAccountContract: Address | null
  /** Accounts that receive transaction fees; fees are not transfers to a counterparty. */
  feeAccounts: readonly Address[]
  /** Id of its EVM (EIP-155). Source: flow-go `fvm/evm/types/chainIDs.go`. */
  evmChainId: number
  evmTokens: readonly EvmToken[]
  /** Account of the contracts that move tokens other than FLOW to and from the EVM; `null` without them. */
  evmBridge: Address | null
  /** Its account in the EVM, through which the tokens pass. */
  evmBridgeCoa: EvmAddress | null
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

export function defineNetwork<const T extends NetworkDefinition>(definition: T): T {
  return definition
}
