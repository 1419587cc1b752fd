import type { ReplayOptions } from '@app/server/replay/replay-blocks.ts'
import { FatalError } from '@app/values/errors.ts'
import type { ReplayCommand } from './replay-options.ts'

type BlockRange = ReplayOptions['range']

/** Returns the blocks to replay. Throws `FatalError` when they are not all indexed. */
export function chooseRange(
  { from, to }: Pick<ReplayCommand, 'from' | 'to'>,
  indexed: BlockRange | null,
): BlockRange {
  if (indexed === null) {
    throw new FatalError('The server has not indexed any block yet; wait until it has.')
  }
  const { fromHeight, toHeight } = indexed
  const range = { fromHeight: from ?? fromHeight, toHeight: to ?? toHeight }
  const isIndexed = range.fromHeight >= fromHeight && range.toHeight <= toHeight
  if (isIndexed && range.fromHeight <= range.toHeight) return range
  throw new FatalError(
    `The blocks from ${range.fromHeight} to ${range.toHeight} are not all indexed: the server has those from ${fromHeight} to ${toHeight}.`,
  )
}
