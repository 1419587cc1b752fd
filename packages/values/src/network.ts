/**
 * `local` is an emulator with a seeded world; `testnet` is Flow's public test network. Mainnet is
 * not supported.
 */
export type Network = 'local' | 'testnet'

export const NETWORKS: readonly Network[] = ['local', 'testnet']
