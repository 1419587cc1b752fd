import { NETWORK_NAMES, NETWORKS, type Network } from './network.ts'

/** The vault type of FLOW on a network, as token events name it. */
export function buildFlowVaultTypeId(network: Network): string {
  return `A.${NETWORKS[network].systemContracts.FlowToken.slice(2)}.FlowToken.Vault`
}

const FLOW_VAULT_TYPES: readonly string[] = NETWORK_NAMES.map(buildFlowVaultTypeId)

/** Whether a vault of this type holds FLOW: anybody can deploy another contract called FlowToken. */
export function isFlowVault(type: string): boolean {
  return FLOW_VAULT_TYPES.includes(type)
}
