import { NETWORK_NAMES, NETWORKS } from '@app/values/network.ts'
import { GENERATED_BANNER } from './render-calls.ts'

/** The part of flow.json with the addresses of contracts. */
export interface FlowJson {
  contracts: Record<string, { aliases: Record<string, string> }>
  dependencies: Record<string, { aliases: Record<string, string> }>
}

/** Renders TypeScript with the address of every contract of flow.json on each network. */
export function renderAddresses(flowJson: FlowJson): string {
  const contracts = { ...flowJson.contracts, ...flowJson.dependencies }
  const addresses = Object.fromEntries(
    NETWORK_NAMES.map((name) => [name, listAliases(contracts, NETWORKS[name].flowJsonName)]),
  )
  return `${GENERATED_BANNER}import type { Network } from '@app/values/network.ts'

/** Where contracts are, by network and contract name. Source: flow.json. */
export const CONTRACT_ADDRESSES: Readonly<Record<Network, Readonly<Record<string, string>>>> =
  ${JSON.stringify(addresses, null, 2)}
`
}

function listAliases(contracts: FlowJson['contracts'], network: string): Record<string, string> {
  const found = Object.entries(contracts).flatMap(([name, contract]) => {
    const alias = contract.aliases[network]
    return alias === undefined ? [] : [[name, `0x${alias}`] as const]
  })
  return Object.fromEntries(found)
}
