import type { SystemContract } from '@app/values/define-network.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'

/**
 * Builds the type id of an event or a type of a system contract, such as
 * A.<address>.FungibleToken.Deposited.
 */
export function buildSystemTypeId(
  network: Network,
  contract: SystemContract,
  name: string,
): string {
  return `A.${NETWORKS[network].systemContracts[contract].slice(2)}.${contract}.${name}`
}
