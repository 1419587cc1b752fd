import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { BlockEvents } from '@app/flow/read/chain.ts'

/** Identifies a block in a response of events. */
export type BlockHeader = Pick<BlockEvents, 'height' | 'blockId' | 'blockTimeMs'>

/**
 * Merges the blocks of all responses, lowest first. Calls may reach different nodes: throws
 * `NodeInvalidResponseError` when two responses have different blocks at a height.
 */
export function mergeBlocks(answers: readonly (readonly BlockHeader[])[]): BlockHeader[] {
  const blocks = new Map<number, BlockHeader>()
  for (const block of answers.flat()) {
    const known = blocks.get(block.height)
    if (known !== undefined && known.blockId !== block.blockId)
      throw buildDisagreementError(known, block)
    blocks.set(block.height, block)
  }
  return [...blocks.values()].sort((a, b) => a.height - b.height)
}

function buildDisagreementError(one: BlockHeader, other: BlockHeader): NodeInvalidResponseError {
  return new NodeInvalidResponseError(
    `The Flow access node gave two blocks for height ${one.height}, ${one.blockId} and ${other.blockId}; it may have been restarted.`,
  )
}
