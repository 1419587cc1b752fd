import {
  type CadenceCall,
  type ContractAddresses,
  resolveImports,
} from '@app/contracts/resolve-imports.ts'
import type { NodeClient } from '@app/flow/http/node-client.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'

/** The network, node and account of a deployment, and its signers. */
export interface DeploymentTarget {
  network: Network
  node: NodeClient
  reader: FlowReader
  /** Account of the contracts. */
  account: Account
  /** Keys of that account that can sign for it together; the first one proposes every transaction. */
  signers: readonly [Signer, ...Signer[]]
  /** Contracts that are, or will be, in that account. They override flow.json. */
  contractAddresses: ContractAddresses
}

/** Runs a script on this target and returns its result. Throws `NodeRefusedError` with Cadence's error when it fails. */
export async function runScript(
  {
    network,
    reader,
    contractAddresses,
  }: Pick<DeploymentTarget, 'network' | 'reader' | 'contractAddresses'>,
  { cadence, args }: CadenceCall,
): Promise<unknown> {
  return await reader.executeScript(resolveImports(cadence, network, contractAddresses), args)
}

/** Returns the names of all contracts of a target. */
export function listContractNames({
  contractAddresses,
}: Pick<DeploymentTarget, 'contractAddresses'>): ReadonlySet<string> {
  return new Set(Object.keys(contractAddresses))
}
