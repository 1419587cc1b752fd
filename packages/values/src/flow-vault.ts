import type { Network } from './network.ts'

/** Type of the vaults of FLOW, as token events name it. Source: Flow's list of core contracts. */
export const FLOW_VAULT_TYPES: Readonly<Record<Network, string>> = {
  local: 'A.0ae53cb6e3f42a79.FlowToken.Vault',
  testnet: 'A.7e60df042a9c0868.FlowToken.Vault',
}

/**
 * Whether a vault of this type holds FLOW. Compares the whole type, because anyone can deploy a
 * contract called FlowToken.
 */
export function isFlowVault(type: string): boolean {
  return Object.values(FLOW_VAULT_TYPES).includes(type)
}
