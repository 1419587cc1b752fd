import { NETWORK_NAMES, NETWORKS, type Network } from '../network.ts'

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
