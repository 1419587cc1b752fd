import {
  DEPLOYMENT_ORDER,
  LOCAL_ONLY_CONTRACTS,
  readContractSource,
} from '@app/contracts/contract-sources.ts'
import {
  type ContractAddresses,
  listImports,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { DeploymentTarget } from './deployment-target.ts'

/** A contract as it should be on the chain. */
export interface ContractSource {
  name: string
  /** Cadence with imports from addresses. */
  code: string
  /** SHA3-256 of the code, in hex. */
  hash: string
  /** Names of the contracts that it imports. */
  imports: readonly string[]
}

/** Cadence of contracts by name. */
export type CadenceByName = Readonly<Record<string, string>>

/** Returns the addresses of the contracts of a target: all in one account, on a local network with those that it lacks. */
export function buildContractAddresses(network: Network, contracts: Address): ContractAddresses {
  const names = NETWORKS[network].isPublic
    ? DEPLOYMENT_ORDER
    : [...LOCAL_ONLY_CONTRACTS, ...DEPLOYMENT_ORDER]
  return Object.fromEntries(names.map((name) => [name, contracts]))
}

/** Returns the contracts of a target in the order of deployment, from their files where they are not changed. */
export function listSources(
  { network, contractAddresses }: Pick<DeploymentTarget, 'network' | 'contractAddresses'>,
  changed: CadenceByName = {},
): ContractSource[] {
  return Object.keys(contractAddresses).map((name) => {
    const text = changed[name] ?? readContractSource(name)
    const code = resolveImports(text, network, contractAddresses)
    return { name, code, hash: bytesToHex(sha3_256(Buffer.from(code))), imports: listImports(text) }
  })
}
