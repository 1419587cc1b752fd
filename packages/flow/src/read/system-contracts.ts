import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'

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

/**
 * Address of each system contract. Sources: flow-go `fvm/systemcontracts` (emulator) and the
 * network's published addresses (testnet).
 */
export const SYSTEM_CONTRACTS: Readonly<
  Record<Network, Readonly<Record<SystemContract, Address>>>
> = {
  local: {
    Burner: toAddress('0xf8d6e0586b0a20c7'),
    FlowFees: toAddress('0xe5a8b7f23e8b548f'),
    FlowStorageFees: toAddress('0xf8d6e0586b0a20c7'),
    FlowToken: toAddress('0x0ae53cb6e3f42a79'),
    FlowTransactionScheduler: toAddress('0xf8d6e0586b0a20c7'),
    FlowTransactionSchedulerUtils: toAddress('0xf8d6e0586b0a20c7'),
    FungibleToken: toAddress('0xee82856bf20e2aa6'),
    FungibleTokenMetadataViews: toAddress('0xee82856bf20e2aa6'),
    MetadataViews: toAddress('0xf8d6e0586b0a20c7'),
    NFTStorefrontV2: toAddress('0xf8d6e0586b0a20c7'),
    NonFungibleToken: toAddress('0xf8d6e0586b0a20c7'),
    ViewResolver: toAddress('0xf8d6e0586b0a20c7'),
  },
  testnet: {
    Burner: toAddress('0x9a0766d93b6608b7'),
    FlowFees: toAddress('0x912d5440f7e3769e'),
    FlowStorageFees: toAddress('0x8c5303eaa26202d6'),
    FlowToken: toAddress('0x7e60df042a9c0868'),
    FlowTransactionScheduler: toAddress('0x8c5303eaa26202d6'),
    FlowTransactionSchedulerUtils: toAddress('0x8c5303eaa26202d6'),
    FungibleToken: toAddress('0x9a0766d93b6608b7'),
    FungibleTokenMetadataViews: toAddress('0x9a0766d93b6608b7'),
    MetadataViews: toAddress('0x631e88ae7f1d7c20'),
    NFTStorefrontV2: toAddress('0x2d55b98eb200daef'),
    NonFungibleToken: toAddress('0x631e88ae7f1d7c20'),
    ViewResolver: toAddress('0x631e88ae7f1d7c20'),
  },
}

/** Accounts that receive transaction fees; payments to them are not transfers to a counterparty. */
export const FEE_ACCOUNTS: Readonly<Record<Network, readonly Address[]>> = {
  local: [SYSTEM_CONTRACTS.local.FlowFees],
  testnet: [
    SYSTEM_CONTRACTS.testnet.FlowFees,
    // Children of the fee contract, so that fees of parallel transactions do not collide.
    toAddress('0xe1ac6b2740d204c2'),
    toAddress('0x05cbd2fa5128041d'),
    toAddress('0x139fb7c9c82c0e7c'),
  ],
}

/**
 * Proposer of system transactions, which the chain runs itself. Every block has one, with the same
 * id and, on an emulator, with fee events: a transaction id and an event index identify an event
 * only together with the height.
 */
export const SYSTEM_PROPOSER = toAddress('0x0000000000000000')

/** Events that the chain itself emits, without a contract. */
export const CORE_EVENTS = {
  accountCreated: 'flow.AccountCreated',
  keyAdded: 'flow.AccountKeyAdded',
  keyRemoved: 'flow.AccountKeyRemoved',
  contractAdded: 'flow.AccountContractAdded',
  contractUpdated: 'flow.AccountContractUpdated',
  contractRemoved: 'flow.AccountContractRemoved',
  capabilityPublished: 'flow.CapabilityPublished',
  inboxValuePublished: 'flow.InboxValuePublished',
} as const

/** Type id, such as A.<address>.FungibleToken.Deposited, of an event or a type of a system contract. */
export function buildSystemTypeId(
  network: Network,
  contract: SystemContract,
  name: string,
): string {
  return `A.${SYSTEM_CONTRACTS[network][contract].slice(2)}.${contract}.${name}`
}

/** The vault type of FLOW, as token events name it. */
export function buildFlowVaultTypeId(network: Network): string {
  return buildSystemTypeId(network, 'FlowToken', 'Vault')
}
