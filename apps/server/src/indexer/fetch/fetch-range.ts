import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import type { BlockEvents, ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Network } from '@app/values/network.ts'
import { buildRows, hasRows, type RangeRows, type TransactionRows } from '../decode/build-rows.ts'
import {
  buildContractEventRow,
  listContractEventTypes,
  movesContractTokens,
} from '../decode/contract-events.ts'
import { decodeTransaction } from '../decode/decode-transaction.ts'
import { getEventKindByType } from '../decode/event-kinds.ts'
import type { BlockRange } from '../next-range.ts'
import { fetchContractEvents, fetchEventTypes } from './fetch-contract-events.ts'
import { fetchRoles } from './fetch-roles.ts'
import { groupEvents } from './group-events.ts'
import { type BlockHeader, mergeBlocks } from './merge-blocks.ts'

/** The rows of a range of blocks, and the ids that link it to its neighbours. */
export interface FetchedRange extends BlockRange {
  first: BlockHeader & { parentId: string }
  last: BlockHeader
  rows: RangeRows
  /** Whether the events of the Dharma contracts are among the rows. */
  hasContractEvents: boolean
}

export interface RangeQuery {
  network: Network
  range: BlockRange
  /** Time of the latest sealed block. */
  tipMs: number
  /** Whether to leave out the events of the Dharma contracts, on which no score depends. */
  isWithoutContractEvents?: boolean
}

/**
 * Fetches one range: the events of each type in a separate call, then the roles of transactions
 * that produce rows.
 */
export async function fetchRange(flow: FlowReader, query: RangeQuery): Promise<FetchedRange> {
  const { network, range } = query
  const { fromHeight } = range
  const types = [...getEventKindByType(network).keys()]
  const contractTypes = query.isWithoutContractEvents ? null : listContractEventTypes(network)
  const [lowest, voteAnswers, answers] = await Promise.all([
    flow.getBlockAtHeight(fromHeight),
    contractTypes === null ? [] : fetchContractEvents(flow, contractTypes, range),
    fetchEventTypes(flow, types, range),
  ])
  const needsVaults = contractTypes !== null && movesContractTokens(listEvents(answers), network)
  const vaultAnswers = needsVaults ? await fetchEventTypes(flow, contractTypes.vault, range) : []
  const contractAnswers = [...voteAnswers, ...vaultAnswers]
  const lowestHead = { height: lowest.height, blockId: lowest.id, blockTimeMs: lowest.timeMs }
  const blocks = mergeBlocks([[lowestHead], ...answers, ...contractAnswers])
  const first = blocks[0]
  const last = blocks.at(-1)
  if (first === undefined || last === undefined || first.height !== fromHeight) {
    throw new NodeInvalidResponseError(
      `The Flow access node gave no block for height ${fromHeight}.`,
    )
  }
  return {
    ...range,
    first: { ...first, parentId: lowest.parentId },
    last,
    hasContractEvents: contractTypes !== null,
    rows: {
      ...(await fetchRows(flow, query, listEvents(answers))),
      contractEvents: listEvents(contractAnswers).map((event) =>
        buildContractEventRow(event, network),
      ),
    },
  }
}

const listEvents = (blocks: readonly BlockEvents[][]): ChainEvent[] =>
  blocks.flat().flatMap((block) => block.events)

async function fetchRows(
  flow: FlowReader,
  { network, tipMs }: RangeQuery,
  events: ChainEvent[],
): Promise<TransactionRows> {
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
