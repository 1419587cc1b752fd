import { createHash } from 'node:crypto'
import { NETWORKS } from '@app/values/network.ts'
import { MAX_EVENT_BLOCKS } from '../read/read-events.ts'
import { type LoopbackResponse, startLoopbackServer } from './loopback-server.ts'
import {
  encodeRecordedEvent,
  RECORDED_ANSWERS,
  RECORDED_TRANSACTIONS,
  type RecordedTransaction,
} from './recorded/recorded-chain.ts'

/** A node of testnet that has the recorded transactions in its blocks. */
export interface RecordedNode {
  url: string
  /** First block, that of the spork testnet54 at the start. */
  rootHeight: number
  tipHeight: number
  /** Makes the node begin at a later block, as after a spork. */
  setRootHeight(height: number): void
  stop(): Promise<void>
}

/** Source: sporks.json of onflow/flow. */
const ROOT_HEIGHT = 305_778_201
const ROOT_TIME_MS = Date.UTC(2026, 1, 12, 4, 38, 6)
const BLOCK_MS = 500
const BLOCKS = 300
/** The recorded transactions are two to a block, with empty blocks between. */
const BLOCKS_BETWEEN = 55

interface NodeState {
  rootHeight: number
}

type Route = (state: NodeState, input: { id: string; query: URLSearchParams }) => LoopbackResponse

/** Starts the node on a loopback port. It answers the calls of `FlowReader` but those of accounts and scripts. */
export async function startRecordedNode(): Promise<RecordedNode> {
  const state: NodeState = { rootHeight: ROOT_HEIGHT }
  const server = await startLoopbackServer()
  server.respondTo = ({ path }) => {
    const url = new URL(path, server.url)
    const [, , noun = '', id = ''] = url.pathname.split('/')
    return ROUTES[noun]?.(state, { id, query: url.searchParams }) ?? notFound(noun)
  }
  return {
    url: server.url,
    rootHeight: ROOT_HEIGHT,
    tipHeight: TIP_HEIGHT,
    setRootHeight: (height) => {
      state.rootHeight = height
    },
    stop: server.stop,
  }
}

/**
 * Addresses of system contracts on mainnet, for which the product has no definition, and on testnet. They have the same
 * length, so the bytes of a payload are otherwise as recorded.
 */
const TESTNET_ADDRESSES: Readonly<Record<string, string>> = {
  f233dcee88fe0abe: NETWORKS.testnet.systemContracts.FungibleToken.slice(2),
  '1d7e57aa55817448': NETWORKS.testnet.systemContracts.NonFungibleToken.slice(2),
  '1654653399040a61': NETWORKS.testnet.systemContracts.FlowToken.slice(2),
  f919ee77447b7497: NETWORKS.testnet.systemContracts.FlowFees.slice(2),
  e467b9dd11fa00df: NETWORKS.testnet.systemContracts.EVM.slice(2),
}

function translateToTestnet(transaction: RecordedTransaction): RecordedTransaction {
  const events = transaction.events.map((event) => ({
    index: event.index,
    type: translateText(event.type),
    payload: translatePayload(encodeRecordedEvent(event)),
  }))
  return { ...transaction, events }
}

const translateText = (text: string): string =>
  text.replace(/[0-9a-f]{16}/g, (address) => TESTNET_ADDRESSES[address] ?? address)

const translatePayload = (payload: string): string =>
  Buffer.from(translateText(Buffer.from(payload, 'base64').toString())).toString('base64')

interface PlacedTransaction {
  transaction: RecordedTransaction
  height: number
  txIndex: number
}

const TIP_HEIGHT = ROOT_HEIGHT + BLOCKS
const PLACED: readonly PlacedTransaction[] = RECORDED_TRANSACTIONS.map((transaction, position) => ({
  transaction: translateToTestnet(transaction),
  height: ROOT_HEIGHT + 1 + Math.floor(position / 2) * BLOCKS_BETWEEN,
  txIndex: position % 2,
}))

const findPlaced = (txId: string): PlacedTransaction | undefined =>
  PLACED.find(({ transaction }) => transaction.id === txId)

const ROUTES: Readonly<Record<string, Route>> = {
  blocks: (state, { id, query }) => {
    const height = id === '' ? parseHeight(query.get('height')) : findHeightById(id)
    if (height === null || height > TIP_HEIGHT) return notFound('block')
    if (height < state.rootHeight) return belowRoot(state, height)
    return { json: [toBlock(height)] }
  },
  events: readEvents,
  transactions: (state, { id, query }) => {
    if (id !== '') return respondIfFound(id, toTransaction)
    const height = parseHeight(query.get('block_height')) ?? 0
    if (height < state.rootHeight) return belowRoot(state, height)
    return { json: PLACED.filter((placed) => placed.height === height).map(toTransaction) }
  },
  transaction_results: (_, { id }) => respondIfFound(id, toResult),
  network: () => ({ json: { chain_id: NETWORKS.testnet.chainId } }),
  node_version_info: ({ rootHeight }) => ({
    json: {
      semver: 'v0.44.0',
      spork_id: toId(`spork ${ROOT_HEIGHT}`),
      spork_root_block_height: String(rootHeight),
      node_root_block_height: String(rootHeight),
    },
  }),
}

const notFound = (what: string): LoopbackResponse => ({
  status: 404,
  json: { code: 404, message: `Flow resource not found: ${what}` },
})

/** Responds with the recorded words, which name the heights. */
function belowRoot({ rootHeight }: NodeState, height: number): LoopbackResponse {
  const { status, body } = RECORDED_ANSWERS.belowRoot
  const message = body.message
    .replace('root block height 218215349', `root block height ${rootHeight}`)
    .replaceAll('height 0', `height ${height}`)
  return { status, json: { ...body, message } }
}

function readEvents(state: NodeState, { query }: { query: URLSearchParams }): LoopbackResponse {
  const [from, to] = [Number(query.get('start_height')), Number(query.get('end_height'))]
  if (from < state.rootHeight) return belowRoot(state, from)
  if (to - from >= MAX_EVENT_BLOCKS)
    return { status: 400, json: { code: 400, message: 'height range exceeds maximum' } }
  const count = Math.max(0, Math.min(to, TIP_HEIGHT) - from + 1)
  const heights = Array.from({ length: count }, (_, index) => from + index)
  return { json: heights.map((height) => toBlockEvents(height, query.get('type'))) }
}

const toBlockEvents = (height: number, type: string | null) => ({
  block_id: toId(`block ${height}`),
  block_height: String(height),
  block_timestamp: toTimestamp(height),
  events: PLACED.filter((placed) => placed.height === height)
    .flatMap(toEvents)
    .filter((event) => event.type === type),
})

const toEvents = ({ transaction, txIndex }: PlacedTransaction) =>
  transaction.events.map(({ index, type, payload }) => ({
    type,
    transaction_id: transaction.id,
    transaction_index: String(txIndex),
    event_index: String(index),
    payload,
  }))

const toBlock = (height: number) => ({
  header: {
    id: toId(`block ${height}`),
    parent_id: toId(`block ${height - 1}`),
    height: String(height),
    timestamp: toTimestamp(height),
    parent_voter_signature: RECORDED_ANSWERS.block.header.parent_voter_signature,
  },
  block_status: RECORDED_ANSWERS.block.block_status,
})

const respondIfFound = (
  txId: string,
  toJson: (placed: PlacedTransaction) => unknown,
): LoopbackResponse => {
  const placed = findPlaced(txId)
  return placed === undefined ? notFound(`transaction ${txId}`) : { json: toJson(placed) }
}

const toTransaction = ({ transaction }: PlacedTransaction) => ({
  id: transaction.id,
  payer: transaction.payer.slice(2),
  proposal_key: { address: transaction.proposer.slice(2) },
  authorizers: transaction.authorizers.map((address) => address.slice(2)),
})

const toResult = (placed: PlacedTransaction) => ({
  block_id: toId(`block ${placed.height}`),
  execution: placed.transaction.error === '' ? 'Success' : 'Failure',
  status: 'Sealed',
  status_code: placed.transaction.error === '' ? 0 : 1,
  error_message: placed.transaction.error,
  computation_used: '0',
  events: toEvents(placed),
})

function parseHeight(text: string | null): number | null {
  if (text === 'sealed' || text === 'final') return TIP_HEIGHT
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

function findHeightById(id: string): number | null {
  for (let height = ROOT_HEIGHT; height <= TIP_HEIGHT; height += 1)
    if (toId(`block ${height}`) === id) return height
  return null
}

const toId = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Nodes send nine digits after the second. */
const toTimestamp = (height: number): string =>
  new Date(ROOT_TIME_MS + (height - ROOT_HEIGHT) * BLOCK_MS).toISOString().replace('Z', '692711Z')
