import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'

/** A network, and a node of it. */
export interface NetworkReader {
  flow: Pick<FlowReader, 'executeScript'>
  network: Network
}

/** A script of ours, and the contract that it asks. */
export interface ContractQuery {
  contract: string
  call: CadenceCall
}

/** What the script returns, decoded; `null` when the contract is not deployed there. */
export async function readContract(
  { flow, network }: NetworkReader,
  { contract, call }: ContractQuery,
): Promise<{ value: unknown } | null> {
  if (CONTRACT_ADDRESSES[network][contract] === undefined) return null
  try {
    return { value: await flow.executeScript(resolveImports(call.cadence, network), call.args) }
  } catch (error) {
    if (isContractMissing(error)) return null
    throw error
  }
}

/** The node has nothing at the address where the contract is expected. */
const isContractMissing = (error: unknown): boolean =>
  error instanceof NodeRefusedError && /cannot find (contract|declaration|type)/.test(error.text)
