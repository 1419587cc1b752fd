import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'
import { buildRows, hasRows, type RangeRows } from '../decode/build-rows.ts'
import { decodeTransaction } from '../decode/decode-transaction.ts'
import { buildEventKindByType } from '../decode/event-kinds.ts'
import type { BlockRange } from '../next-range.ts'
import { fetchRoles } from './fetch-roles.ts'
import { groupEvents } from './group-events.ts'
import { type BlockHeader, mergeBlocks } from './merge-blocks.ts'

/** The rows of a range of blocks, and the ids that link it to its neighbours. */
export interface FetchedRange extends BlockRange {
  first: BlockHeader & { parentId: string }
  last: BlockHeader
  rows: RangeRows
}

export interface RangeQuery {
  network: Network
  range: BlockRange
  /** Time of the latest sealed block. */
  tipMs: number
}

/**
 * Fetches one range: the events of each type in a separate call, then the roles of transactions
 * that produce rows.
 */
export async function fetchRange(flow: FlowReader, query: RangeQuery): Promise<FetchedRange> {
  const { network, range } = query
  const { fromHeight, toHeight } = range
  const types = [...buildEventKindByType(network).keys()]
  const [lowest, ...answers] = await Promise.all([
    flow.getBlockAtHeight(fromHeight),
    ...types.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight)),
  ])
  const lowestHead = { height: lowest.height, blockId: lowest.id, blockTimeMs: lowest.timeMs }
  const blocks = mergeBlocks([[lowestHead], ...answers])
  const first = blocks[0]
  const last = blocks.at(-1)
  if (first === undefined || last === undefined || first.height !== fromHeight) {
    throw new NodeInvalidResponseError(
      `The Flow access node gave no block for height ${fromHeight}.`,
    )
  }
  const events = answers.flat().flatMap((block) => block.events)
  return {
    ...range,
    first: { ...first, parentId: lowest.parentId },
    last,
    rows: await fetchRows(flow, query, events),
  }
}

async function fetchRows(
  flow: FlowReader,
  { network, tipMs }: RangeQuery,
  events: ChainEvent[],
): Promise<RangeRows> {
  const decoded = groupEvents(events)
    .map((own) => decodeTransaction(own, network))
    .filter(hasRows)
  const roles = await fetchRoles(flow, decoded, tipMs)
  return buildRows(
    decoded.map((transaction) => ({
      decoded: transaction,
      roles: roles.get(transaction.txId) ?? null,
    })),
    network,
  )
}
