import { NodeAnswerError } from '@app/flow/errors.ts'
import type { BlockEvents } from '@app/flow/read/chain.ts'

/** What identifies a block in an answer about events. */
export type BlockHead = Pick<BlockEvents, 'height' | 'blockId' | 'blockTimeMs'>

/**
 * The blocks that all answers speak of, lowest first. Each call may reach another node: throws
 * `NodeAnswerError` when two of them disagree on which block stands at a height.
 */
export function agreedBlocks(answers: readonly (readonly BlockHead[])[]): BlockHead[] {
  const blocks = new Map<number, BlockHead>()
  for (const block of answers.flat()) {
    const known = blocks.get(block.height)
    if (known !== undefined && known.blockId !== block.blockId) throw disagreement(known, block)
    blocks.set(block.height, block)
  }
  return [...blocks.values()].sort((a, b) => a.height - b.height)
}

function disagreement(one: BlockHead, other: BlockHead): NodeAnswerError {
  return new NodeAnswerError(
    `The Flow access node gave two blocks for height ${one.height}, ${one.blockId} and ${other.blockId}; it may have been restarted.`,
  )
}
