import { parseArray } from '../decode/parse-json-values.ts'
import { NodeBehindError } from '../errors.ts'
import type { NodeClient } from '../http/node-client.ts'
import type { BlockEvents } from './chain.ts'
import { parseBlockEvents } from './parse-responses.ts'

/** Maximum number of blocks in one request for events. */
export const MAX_EVENT_BLOCKS = 250

interface HeightRange {
  fromHeight: number
  toHeight: number
}

/**
 * Reads the events of one type in each block of a range, both ends included. A node that is behind
 * returns fewer blocks without an error: then throws `NodeBehindError`, so that missing blocks do
 * not count as blocks without events. Throws `RangeError` for an invalid range.
 */
export async function readEvents(
  node: NodeClient,
  type: string,
  range: HeightRange,
): Promise<BlockEvents[]> {
  assertValidRange(range)
  const query = new URLSearchParams({
    type,
    start_height: String(range.fromHeight),
    end_height: String(range.toHeight),
  })
  const answer = await node.call({ kind: 'events', path: `/events?${query}` })
  const blocks = parseArray(answer, 'events by block').map(parseBlockEvents)
  blocks.sort((a, b) => a.height - b.height)
  assertNoBlockMissing(blocks, range)
  return blocks
}

function assertValidRange({ fromHeight, toHeight }: HeightRange): void {
  const areHeights = Number.isSafeInteger(fromHeight) && Number.isSafeInteger(toHeight)
  const count = toHeight - fromHeight + 1
  if (areHeights && fromHeight >= 0 && count >= 1 && count <= MAX_EVENT_BLOCKS) return
  throw new RangeError(
    `blocks ${fromHeight} to ${toHeight} are not a range of 1 to ${MAX_EVENT_BLOCKS} blocks`,
  )
}

function assertNoBlockMissing(blocks: BlockEvents[], { fromHeight, toHeight }: HeightRange): void {
  for (let height = fromHeight; height <= toHeight; height++) {
    if (blocks[height - fromHeight]?.height === height) continue
    throw new NodeBehindError(
      `The Flow access node omitted block ${height} of ${fromHeight} to ${toHeight}.`,
    )
  }
}
