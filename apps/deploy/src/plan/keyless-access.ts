import { getDelegations } from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Network } from '@app/values/network.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'

/** A capability that an account has issued and not revoked. */
export interface IssuedCapability {
  id: bigint
  /** Type identifier, such as '&A.0ae53cb6e3f42a79.FlowToken.Vault'. */
  type: string
  /** Such as '/storage/flowTokenVault'; null for a capability to the account itself. */
  path: string | null
}

/** Ways in which others can act for an account without its keys. */
export interface KeylessAccess {
  contracts: readonly string[]
  capabilities: readonly IssuedCapability[]
}

export async function readKeylessAccess(
  target: DeploymentTarget,
  address: Address,
): Promise<KeylessAccess> {
  return (await runScript(target, getDelegations({ address }))) as KeylessAccess
}

/** Formats a capability, such as 'capability 1, &A.0ae53cb6e3f42a79.FlowToken.Vault at /storage/flowTokenVault'. */
export function describeCapability({ id, type, path }: IssuedCapability): string {
  return `capability ${id}, ${type} ${path === null ? 'of the account itself' : `at ${path}`}`
}

/**
 * Throws `FatalError` with each delegation of the DAO's account other than those that every new Flow account has: any
 * other may let its holder execute proposals without the keys of the DAO.
 */
export function assertOnlyDefaultAccess(
  { network }: Pick<DeploymentTarget, 'network'>,
  address: Address,
  { contracts, capabilities }: KeylessAccess,
): void {
  const unknown = [
    ...contracts.map((name) => `contract ${name}`),
    ...capabilities
      .filter((one) => !isHarmlessFlowCapability(network, one))
      .map(describeCapability),
  ]
  if (unknown.length === 0) return
  throw new FatalError(
    `The DAO's account ${address} can be used without its keys, by ${unknown.join('; ')}: delete the controllers of these capabilities, remove these contracts, or make another account the DAO.`,
  )
}

/** Returns whether the capability only receives FLOW or reads the balance; it cannot withdraw. */
function isHarmlessFlowCapability(network: Network, { type, path }: IssuedCapability): boolean {
  const toType = (contract: string, name: string) =>
    `A.${getContractAddress(contract, network).slice(2)}.${contract}.${name}`
  const types = [
    `&${toType('FlowToken', 'Vault')}`,
    `&{${toType('FungibleToken', 'Receiver')}}`,
    `&{${toType('FungibleToken', 'Balance')}}`,
  ]
  return path === '/storage/flowTokenVault' && types.includes(type)
}
