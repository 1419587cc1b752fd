import { NodeInvalidResponseError } from '@app/flow/errors.ts'
import { listEvmEventTypes } from '@app/flow/evm/decode-evm-event.ts'
import type { BlockEvents, BlockRange, ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Network } from '@app/values/network.ts'
import type { Context } from '../../runtime/context.ts'
import { buildRows, hasRows, needsRoles, type RangeRows } from '../decode/build-rows.ts'
import { listChildEventTypes } from '../decode/child-acts.ts'
import {
  buildContractEventRow,
  type ContractEventTypes,
  listContractEventTypes,
  movesContractTokens,
} from '../decode/contract-events.ts'
import { type DecodedTransaction, decodeTransaction } from '../decode/decode-transaction.ts'
import { DECODING, type Decoding, getDecoding } from '../decode/decoding.ts'
import { getEventKindByType } from '../decode/event-kinds.ts'
import { listPlaceEventTypes } from '../decode/place-events.ts'
import { fetchRoles } from './fetch-roles.ts'

/** The rows of a range of blocks, and the ids that link it to its neighbours. */
export interface FetchedRange extends BlockRange {
  first: BlockHeader & { parentId: string }
  last: BlockHeader
  rows: RangeRows
  decoding: number
  /** Whether the events of the Dharma contracts are among the rows. */
  hasContractEvents: boolean
}

type Source = Pick<Context, 'flow' | 'config'>

export interface RangeQuery {
  range: BlockRange
  /** Time of the latest sealed block. */
  tipMs: number
  /**
   * Whether to leave out the events of the Dharma contracts. The facts about a community follow from them, so only for a
   * scan that takes these facts from elsewhere: `apps/verify` copies them from the file that it checks.
   */
  isWithoutContractEvents?: boolean
  /** The current one, unless rows of an earlier one are wanted. */
  decoding?: Decoding
}

/**
 * Fetches one range: the events of each type in a separate call, then the roles of transactions
 * that produce rows.
 */
export async function fetchRange(source: Source, query: RangeQuery): Promise<FetchedRange> {
  const { flow } = source
  const { network } = source.config
  const { range, tipMs, decoding = getDecoding(DECODING) } = query
  const { fromHeight } = range
  const types = listEventTypes(network, decoding)
  const contractTypes = query.isWithoutContractEvents ? null : listContractEventTypes(network)
  const [lowest, nonVaultAnswers, cadenceAnswers, evmAnswers] = await Promise.all([
    flow.getBlockAtHeight(fromHeight),
    contractTypes === null ? [] : fetchContractEvents(flow, contractTypes, range),
    fetchEventTypes(flow, types, range),
    decoding.without.includes('evm') ? [] : fetchEvmEvents(flow, network, range),
  ])
  const answers = [...cadenceAnswers, ...evmAnswers]
  const needsVaults = contractTypes !== null && movesContractTokens(listEvents(answers), network)
  const vaultAnswers = needsVaults ? await fetchEventTypes(flow, contractTypes.vault, range) : []
  const contractAnswers = [...nonVaultAnswers, ...vaultAnswers]
  const { decoded, placeAnswers } = await decodeWithPlaces(source, { range, decoding }, answers)
  const lowestHead = { height: lowest.height, blockId: lowest.id, blockTimeMs: lowest.timeMs }
  const blocks = mergeBlocks([[lowestHead], ...answers, ...placeAnswers, ...contractAnswers])
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
    decoding: decoding.number,
    hasContractEvents: contractTypes !== null,
    rows: {
      ...(await buildRowsWithRoles(flow, decoded, tipMs)),
      contractEvents: listEvents(contractAnswers).map((event) =>
        buildContractEventRow(event, network),
      ),
    },
  }
}

const listEventTypes = (network: Network, { without }: Decoding): string[] => [
  ...[...getEventKindByType(network)].flatMap(([type, kind]) =>
    without.includes(kind) ? [] : type,
  ),
  ...(without.includes('own places') ? [] : listChildEventTypes(network)),
]

const listEvents = (blocks: readonly BlockEvents[][]): ChainEvent[] =>
  blocks.flat().flatMap((block) => block.events)

/**
 * Decodes the transactions of a range, with the events that tell own money apart. These are requested where the
 * transfers show that there may be any.
 */
async function decodeWithPlaces(
  { flow, config }: Source,
  { range, decoding }: { range: BlockRange; decoding: Decoding },
  answers: readonly BlockEvents[][],
): Promise<{ decoded: DecodedTransaction[]; placeAnswers: BlockEvents[][] }> {
  const { network } = config
  const decoded = decodeEvents(listEvents(answers), config)
  if (decoding.without.includes('own places')) return { decoded, placeAnswers: [] }
  const transfers = decoded.flatMap((transaction) => transaction.transfers)
  const placeTypes = listPlaceEventTypes(transfers, network)
  const placeAnswers = await fetchEventTypes(flow, placeTypes, range)
  const placeEvents = listEvents(placeAnswers)
  const withPlaces = new Set(placeEvents.map(toTransactionKey))
  const isOfPlaces = (one: TransactionPosition) => withPlaces.has(toTransactionKey(one))
  const eventsOfPlaces = [...listEvents(answers).filter(isOfPlaces), ...placeEvents]
  return {
    decoded: [
      ...decoded.filter((transaction) => !isOfPlaces(transaction)),
      ...decodeEvents(eventsOfPlaces, config),
    ],
    placeAnswers,
  }
}

const decodeEvents = (
  events: readonly ChainEvent[],
  { network, flow: { evmTokens } }: Context['config'],
): DecodedTransaction[] =>
  groupEvents(events).map((own) => decodeTransaction(own, network, evmTokens))

async function buildRowsWithRoles(
  flow: FlowReader,
  decoded: readonly DecodedTransaction[],
  tipMs: number,
): Promise<RangeRows> {
  const withRows = decoded.filter(hasRows)
  const roles = await fetchRoles(flow, withRows.filter(needsRoles), tipMs)
  return buildRows(
    withRows.map((transaction) => ({
      decoded: transaction,
      // Some nodes give those of all transactions of a block: no row may depend on which node was asked.
      roles: (needsRoles(transaction) ? roles.get(transaction.txId) : null) ?? null,
    })),
  )
}

/**
 * Fetches the events of the Dharma contracts in a range of blocks, one response for each type, except
 * those of guarded vaults.
 */
export async function fetchContractEvents(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  { leading, following, records }: ContractEventTypes,
  range: BlockRange,
): Promise<BlockEvents[][]> {
  const [first, published] = await Promise.all([
    fetchEventTypes(flow, leading, range),
    fetchEventTypes(flow, records, range),
  ])
  const isEmpty = first.flat().every(({ events }) => events.length === 0)
  const rest = isEmpty ? [] : await fetchEventTypes(flow, following, range)
  return [...first, ...published, ...rest]
}

/** Fetches the events of each type in a range of blocks, in one response for each type. */
export function fetchEventTypes(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  types: readonly string[],
  { fromHeight, toHeight }: BlockRange,
): Promise<BlockEvents[][]> {
  return Promise.all(types.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight)))
}

/**
 * Groups events by transaction in execution order, without duplicates. Groups by block and id:
 * system transactions have the same id in every block.
 */
export function groupEvents(events: readonly ChainEvent[]): [ChainEvent, ...ChainEvent[]][] {
  const transactions = new Map<string, Map<number, ChainEvent>>()
  for (const event of events) {
    const key = toTransactionKey(event)
    const own = transactions.get(key) ?? new Map<number, ChainEvent>()
    transactions.set(key, own.set(event.eventIndex, event))
  }
  return [...transactions.values()].flatMap((own) => {
    const [first, ...rest] = [...own.values()].sort((a, b) => a.eventIndex - b.eventIndex)
    return first === undefined ? [] : [[first, ...rest]]
  })
}

type TransactionPosition = Pick<ChainEvent, 'height' | 'txId'>

const toTransactionKey = ({ height, txId }: TransactionPosition): string => `${height} ${txId}`

/** Identifies a block in a response of events. */
type BlockHeader = Pick<BlockEvents, 'height' | 'blockId' | 'blockTimeMs'>

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

/**
 * Fetches the events of the EVM in a range of blocks, one response for each type. Whatever happens there is
 * an executed transaction, too: where there is none, the other types are not requested.
 */
async function fetchEvmEvents(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  network: Network,
  { fromHeight, toHeight }: BlockRange,
): Promise<BlockEvents[][]> {
  const executedType = buildSystemTypeId(network, 'EVM', 'TransactionExecuted')
  const executed = await flow.getEventsByBlock(executedType, fromHeight, toHeight)
  if (executed.every(({ events }) => events.length === 0)) return [executed]
  const others = listEvmEventTypes(network).filter((type) => type !== executedType)
  const answers = others.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight))
  return [executed, ...(await Promise.all(answers))]
}
