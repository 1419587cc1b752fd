import { NodeBehindError, NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError } from '@app/values/errors.ts'

/** Reads the block at a height; `null` when the chain has none. Throws `FatalError` when the node no longer has it. */
export async function readBlock(flow: FlowReader, height: number): Promise<Block | null> {
  try {
    return await flow.getBlockAtHeight(height)
  } catch (error) {
    if (!isMissingDataError(error)) throw error
    const { nodeRootHeight } = await flow.getNodeVersion()
    if (height < 0 || height >= nodeRootHeight) return null
    throw new FatalError(
      `The node only has blocks from ${nodeRootHeight} on, but block ${height} is needed: use a node that has it with --node.`,
      { cause: error },
    )
  }
}

const NOT_FOUND_ERRORS = [NodeNotFoundError, NodeRefusedError, NodeBehindError]

/** Returns whether an error means that the node does not have the requested data. */
export function isMissingDataError(error: unknown): boolean {
  return NOT_FOUND_ERRORS.some((kind) => error instanceof kind)
}
