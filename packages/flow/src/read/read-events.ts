import { parseArray, parseObject, parseString } from '../decode/parse-json-values.ts'
import { NodeBehindError, NodeResponseTooLargeError } from '../errors.ts'
import type { NodeClient } from '../http/node-client.ts'
import type { BlockEvents, BlockRange, ChainEvent } from './chain.ts'
import { parseBlock, parseBlockEvents, parseTransactionResult } from './parse-responses.ts'

export const MAX_EVENT_BLOCKS = 250

/**
 * Most bytes of a response, several of which are in memory at once. In JSON, events have some forty times the bytes that
 * contracts put into them, so the blocks of one request can have any number.
 */
const MAX_RESPONSE_BYTES = 4_000_000

/** Most bytes of a response for a single block, which otherwise takes a request for each of its transactions. */
const MAX_BLOCK_BYTES = 32_000_000

type EventReader = (type: string, range: BlockRange) => Promise<BlockEvents[]>

/**
 * Creates a function that reads the events of a range, of which it halves what has too large a response. A node that is
 * behind returns fewer blocks without an error: then it throws `NodeBehindError`, so that missing blocks do not count as
 * blocks without events. Throws `RangeError` for an invalid range.
 */
export function createEventReader(node: NodeClient): EventReader {
  const read: EventReader = async (type, range) => {
    const { fromHeight, toHeight } = range
    try {
      return await requestEvents(node, type, range)
    } catch (error) {
      if (!(error instanceof NodeResponseTooLargeError)) throw error
      if (fromHeight === toHeight) return [await readLargeBlock(node, type, fromHeight)]
      const middle = Math.floor((fromHeight + toHeight) / 2)
      const first = await read(type, { fromHeight, toHeight: middle })
      return [...first, ...(await read(type, { fromHeight: middle + 1, toHeight }))]
    }
  }
  return async (type, range) => {
    assertValidRange(range)
    return await read(type, range)
  }
}

async function requestEvents(
  node: NodeClient,
  type: string,
  range: BlockRange,
): Promise<BlockEvents[]> {
  const query = new URLSearchParams({
    type,
    start_height: String(range.fromHeight),
    end_height: String(range.toHeight),
  })
  const path = `/events?${query}`
  const maxBytes = range.fromHeight === range.toHeight ? MAX_BLOCK_BYTES : MAX_RESPONSE_BYTES
  const answer = await node.call({ kind: 'events', path, maxBytes })
  const blocks = parseArray(answer, 'events by block').map(parseBlockEvents)
  blocks.sort((a, b) => a.height - b.height)
  assertNoBlockMissing(blocks, range)
  return blocks
}

/** Reads the events of a block one transaction after the other. */
async function readLargeBlock(
  node: NodeClient,
  type: string,
  height: number,
): Promise<BlockEvents> {
  const get = (path: string) => node.call({ kind: 'other', path })
  const { id: blockId, timeMs: blockTimeMs } = parseBlock(await get(`/blocks?height=${height}`))
  const listed = parseArray(
    await get(`/transactions?block_height=${height}&select=id`),
    'transactions',
  )
  const events: ChainEvent[] = []
  for (const transaction of listed) {
    const id = parseString(parseObject(transaction, 'a transaction').id, 'a transaction id')
    const result = parseTransactionResult(id, await get(`/transaction_results/${id}`))
    if (result.blockId !== blockId) continue
    const own = result.events.filter((event) => event.type === type)
    events.push(...own.map((event) => ({ ...event, height, blockId, blockTimeMs })))
  }
  return { height, blockId, blockTimeMs, events }
}

function assertValidRange({ fromHeight, toHeight }: BlockRange): void {
  const areHeights = Number.isSafeInteger(fromHeight) && Number.isSafeInteger(toHeight)
  const count = toHeight - fromHeight + 1
  if (areHeights && fromHeight >= 0 && count >= 1 && count <= MAX_EVENT_BLOCKS) return
  throw new RangeError(
    `blocks ${fromHeight} to ${toHeight} are not a range of 1 to ${MAX_EVENT_BLOCKS} blocks`,
  )
}

function assertNoBlockMissing(blocks: BlockEvents[], { fromHeight, toHeight }: BlockRange): void {
  for (let height = fromHeight; height <= toHeight; height++) {
    if (blocks[height - fromHeight]?.height === height) continue
    throw new NodeBehindError(
      `The Flow access node omitted block ${height} of ${fromHeight} to ${toHeight}.`,
    )
  }
}
