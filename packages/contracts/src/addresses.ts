import { NETWORK_NAMES, NETWORKS, type Network } from '@app/values/network.ts'
import flowJson from '../flow.json' with { type: 'json' }

/** Addresses of contracts by their names. */
export type ContractAddresses = Readonly<Record<string, string>>

/** Where contracts are, by network and contract name: the aliases of flow.json. */
export const CONTRACT_ADDRESSES: Readonly<Record<Network, ContractAddresses>> = buildAddresses()

function buildAddresses() {
  const contracts: Record<string, { aliases: ContractAddresses }> = {
    ...flowJson.contracts,
    ...flowJson.dependencies,
  }
  const listAddresses = (alias: string): ContractAddresses =>
    Object.fromEntries(
      Object.entries(contracts).flatMap(([name, { aliases }]) =>
        aliases[alias] === undefined ? [] : [[name, `0x${aliases[alias]}`]],
      ),
    )
  return Object.fromEntries(
    NETWORK_NAMES.map((network) => [network, listAddresses(NETWORKS[network].flowJsonName)]),
  ) as Record<Network, ContractAddresses>
}
