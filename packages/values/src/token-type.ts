import { NETWORK_NAMES, NETWORKS, type Network } from './network.ts'

/** Builds the type id of FLOW vaults on a network, as in token events. */
export function buildFlowVaultTypeId(network: Network): string {
  return `A.${NETWORKS[network].systemContracts.FlowToken.slice(2)}.FlowToken.Vault`
}

const FLOW_VAULT_TYPES: readonly string[] = NETWORK_NAMES.map(buildFlowVaultTypeId)

/**
 * Returns whether a vault of this type holds FLOW; compares the address too, because other
 * contracts can also be called FlowToken.
 */
export function isFlowVault(type: string): boolean {
  return FLOW_VAULT_TYPES.includes(type)
}

/** A token of the EVM, or its vault in Cadence. */
const OF_EVM = /^(?:0x|A\.[0-9a-f]{16}\.EVMVMBridgedToken_)([0-9a-f]{4})[0-9a-f]{32}([0-9a-f]{4})\b/

/**
 * Returns a short name for a type of vaults or NFTs: 'FLOW', or the name of its contract, such as
 * 'Pass' for 'A.f8d6e0586b0a20c7.Pass.NFT', or the ends of its address in the EVM. Not unique: anybody can deploy a
 * contract of any name, but one called FLOW keeps its full type.
 */
export function getTokenSymbol(type: string): string {
  if (isFlowVault(type)) return 'FLOW'
  const [, head, tail] = OF_EVM.exec(type) ?? []
  if (head !== undefined) return `0x${head}...${tail}`
  const name = type.split('.')[2] ?? type
  return name.toUpperCase() === 'FLOW' ? type : name
}
