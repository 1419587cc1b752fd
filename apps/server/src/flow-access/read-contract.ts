import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { type CadenceCall, resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'

export interface NetworkReader {
  flow: Pick<FlowReader, 'executeScript'>
  network: Network
}

/** A script and the contract that it reads. */
export interface ContractQuery {
  contract: string
  call: CadenceCall
  /** The block whose state is read; by default the latest sealed one. */
  atHeight?: number
}

/** Runs the script and returns its decoded result; `null` when the contract is not deployed on the network. */
export async function readContract(
  { flow, network }: NetworkReader,
  { contract, call, atHeight }: ContractQuery,
): Promise<{ value: unknown } | null> {
  if (CONTRACT_ADDRESSES[network][contract] === undefined) return null
  try {
    const cadence = resolveImports(call.cadence, network)
    return { value: await flow.executeScript(cadence, call.args, atHeight) }
  } catch (error) {
    if (isContractMissing(error)) return null
    throw error
  }
}

/** Returns whether the error means that no contract exists at the expected address. */
const isContractMissing = (error: unknown): boolean =>
  error instanceof NodeRefusedError && /cannot find (contract|declaration|type)/.test(error.text)
