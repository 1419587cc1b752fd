/** What pages say of a network. */
export interface ShownNetwork {
  /** Short name for a badge, such as 'Testnet'. */
  label: string
  /** Name within a sentence, such as 'Flow testnet'. */
  displayName: string
  description: string
  /**
   * Whether others use the network: keys then have no defaults, and the addresses of deployed
   * contracts are recorded.
   */
  isPublic: boolean
  /** Origin of the explorer of its EVM, with pages at `/address/` and `/tx/`; `null` without one. */
  evmExplorerUrl: string | null
}

/** By the name of each network. Apart from its definition, so that pages load no addresses of contracts. */
export const SHOWN_NETWORKS = {
  local: {
    label: 'Local',
    displayName: 'the local network',
    description: 'A Flow emulator on this machine with a seeded world',
    isPublic: false,
    evmExplorerUrl: null,
  },
  testnet: {
    label: 'Testnet',
    displayName: 'Flow testnet',
    description: 'The public test network of Flow',
    isPublic: true,
    evmExplorerUrl: 'https://evm-testnet.flowscan.io',
  },
} as const satisfies Readonly<Record<string, ShownNetwork>>
