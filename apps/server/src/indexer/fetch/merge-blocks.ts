import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { BlockEvents } from '@app/flow/read/chain.ts'

/** What identifies a block in an answer about events. */
export type BlockHeader = Pick<BlockEvents, 'height' | 'blockId' | 'blockTimeMs'>

/**
 * The blocks that all answers speak of, lowest first. Each call may reach another node: throws
 * `NodeInvalidResponseError` when two of them disagree on which block stands at a height.
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
