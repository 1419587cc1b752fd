import type { NetworkDefinition } from './define-network.ts'
import { local } from './networks/local.ts'
import { testnet } from './networks/testnet.ts'
import type { SHOWN_NETWORKS } from './shown-networks.ts'

const DEFINITIONS = { local, testnet } satisfies Record<
  keyof typeof SHOWN_NETWORKS,
  NetworkDefinition
>

export type Network = keyof typeof DEFINITIONS

export const NETWORKS: Readonly<Record<Network, NetworkDefinition>> = DEFINITIONS

export const NETWORK_NAMES = Object.keys(DEFINITIONS).filter(isNetwork)

export function isNetwork(name: string): name is Network {
  return Object.hasOwn(DEFINITIONS, name)
}

/**
 * Whether a name or a chain id is that of mainnet. It has no definition: a wrong accusation there costs
 * money, and the contracts and tables are measured on test networks only.
 */
export function isMainnet(nameOrChainId: string): boolean {
  return nameOrChainId === 'mainnet' || nameOrChainId === 'flow-mainnet'
}
