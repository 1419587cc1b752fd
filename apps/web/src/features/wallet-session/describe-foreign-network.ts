import { NETWORKS, type Network } from '@app/values/network.ts'

/** Returns a sentence when the access node is of another network than this page; null when it is of the same. */
export function describeForeignNetwork(nodeNetwork: string, network: Network): string | null {
  if (nodeNetwork === network) return null
  const { displayName } = NETWORKS[network]
  return `The node for wallets is of the network ${nodeNetwork}, but this page is about ${displayName}: wallets cannot sign here until the operator of this site corrects it.`
}
