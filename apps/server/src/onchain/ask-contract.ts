import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'

/** A network, and a node of it. */
export interface ChainPlace {
  flow: Pick<FlowReader, 'script'>
  network: Network
}

/** A script of ours, and the contract that it asks. */
export interface Question {
  contract: string
  call: CadenceCall
}

/** What the script returns, decoded; `null` when the contract is not deployed there. */
export async function askContract(
  { flow, network }: ChainPlace,
  { contract, call }: Question,
): Promise<{ answer: unknown } | null> {
  if (CONTRACT_ADDRESSES[network][contract] === undefined) return null
  try {
    return { answer: await flow.script(resolveImports(call.cadence, network), call.args) }
  } catch (error) {
    if (isWithoutContract(error)) return null
    throw error
  }
}

/** The node has nothing at the address where the contract is expected. */
const isWithoutContract = (error: unknown): boolean =>
  error instanceof NodeRefusedError && /cannot find (contract|declaration|type)/.test(error.text)
