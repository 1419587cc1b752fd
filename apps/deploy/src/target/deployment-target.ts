import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { type ContractAddresses, resolveImports } from '@app/contracts/resolve-imports.ts'
import type { NodeClient } from '@app/flow/http/node-client.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'

/** Where is deployed, and who signs. */
export interface DeploymentTarget {
  network: Network
  node: NodeClient
  reader: FlowReader
  /** Of the contracts. */
  account: Account
  /** Keys of that account which may sign for it together; the first proposes every transaction. */
  signers: readonly [Signer, ...Signer[]]
  /** Contracts that are, or will be, in that account, wherever flow.json has them. */
  contractAddresses: ContractAddresses
}

/** What a script returns on this site. Throws `NodeRefusedError` with Cadence's words when it fails. */
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

/** Names of all contracts of a site. */
export function listContractNames({
  contractAddresses,
}: Pick<DeploymentTarget, 'contractAddresses'>): ReadonlySet<string> {
  return new Set(Object.keys(contractAddresses))
}
