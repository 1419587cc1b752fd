import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BLOCK_BUILDERS } from './evm-history.ts'
import {
  type HistoryOptions,
  type HistoryTransaction,
  parseTransactionId,
  toBlockId,
  toBlockTime,
} from './history.ts'

/**
 * Serves a history as an access node does: events by type and range, blocks, transactions, network, and accounts without NFTs. Run as a
 * process of its own; prints its URL.
 */
function startReplayNode(history: HistoryOptions): void {
  const answers = createAnswers(history)
  const server = createServer((request, response) => {
    try {
      answer(response, 200, answers(request.url ?? '/'))
    } catch (error) {
      answer(response, 404, JSON.stringify({ code: 404, message: String(error) }))
    }
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
  // Ends with the process that started it.
  process.stdin.resume().on('end', () => process.exit(0))
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  // All of it is ASCII, which is sent without a conversion.
  response.end(body, 'latin1')
}

function createAnswers(history: HistoryOptions): (url: string) => string {
  const blocks = createBlockCache(history)
  const resources: Readonly<Record<string, (query: URLSearchParams, id?: string) => string>> = {
    events: createPages(history, blocks),
    transactions: (query, id) =>
      id === undefined
        ? `[${blocks(Number(query.get('block_height'))).map(toTransactionText)}]`
        : findTransaction(blocks, id),
    blocks: (query) => `[${toBlockText(history, query.get('height') ?? 'sealed')}]`,
    network: () => '{"chain_id":"flow-emulator"}',
    node_version_info: () => NODE_VERSION,
    scripts: () => NO_NFTS,
  }
  return (url) => {
    const { pathname, searchParams } = new URL(url, 'http://replay')
    const [resource = '', id] = pathname.replace(/^\/v1\//, '').split('/')
    const answerFrom = resources[resource]
    if (answerFrom === undefined) throw new Error(`${pathname} is not replayed`)
    return answerFrom(searchParams, id)
  }
}

/** What the script that counts NFTs returns for an account without any, as JSON-CDC in base64. */
const NO_NFTS = JSON.stringify(
  Buffer.from(
    '{"type":"Struct","value":{"id":"s.0.Page","fields":[{"name":"total","value":{"type":"Int","value":"0"}},{"name":"counts","value":{"type":"Dictionary","value":[]}}]}}',
  ).toString('base64'),
)

const NODE_VERSION = JSON.stringify({
  semver: 'v0.0.0',
  spork_id: '0',
  spork_root_block_height: '0',
  node_root_block_height: '0',
})

type ReadBlock = (height: number) => HistoryTransaction[]

/** Blocks whose transactions are kept, because they are asked for after their events. */
const KEPT_BLOCKS = 2_000

function createBlockCache(history: HistoryOptions): ReadBlock {
  const kept = new Map<number, HistoryTransaction[]>()
  return (height) => {
    const block = kept.get(height) ?? BLOCK_BUILDERS[history.side](history, height)
    kept.set(height, block)
    if (kept.size > KEPT_BLOCKS) kept.delete(kept.keys().next().value as number)
    return block
  }
}

/** Ranges whose events are kept, because the types of a range are asked for one by one. */
const KEPT_RANGES = 8

type EventsByType = Map<string, string[][]>

function createPages(
  history: HistoryOptions,
  blocks: ReadBlock,
): (query: URLSearchParams) => string {
  const kept = new Map<string, EventsByType>()
  const readRange = (from: number, to: number): EventsByType => {
    const key = `${from} ${to}`
    const known = kept.get(key) ?? buildEvents(blocks, from, to)
    kept.delete(key)
    kept.set(key, known)
    if (kept.size > KEPT_RANGES) kept.delete(kept.keys().next().value as string)
    return known
  }
  return (query) => {
    const from = Number(query.get('start_height'))
    const to = Math.min(Number(query.get('end_height')), history.tipHeight)
    const own = readRange(from, to).get(query.get('type') ?? '')
    const texts = Array.from({ length: to - from + 1 }, (_, i) => toBlockEvents(from + i, own?.[i]))
    return `[${texts.join(',')}]`
  }
}

function buildEvents(readBlock: ReadBlock, from: number, to: number): EventsByType {
  const byType: EventsByType = new Map()
  for (let height = from; height <= to; height++) {
    for (const { type, text } of readBlock(height).flatMap(toEventTexts)) {
      const blocks = byType.get(type) ?? []
      byType.set(type, blocks)
      blocks[height - from] = [...(blocks[height - from] ?? []), text]
    }
  }
  return byType
}

function toEventTexts({ id, events }: HistoryTransaction, txIndex: number) {
  return events.map(({ type, payload }, eventIndex) => ({
    type,
    text: `{"type":"${type}","transaction_id":"${id}","transaction_index":"${txIndex}","event_index":"${eventIndex}","payload":"${Buffer.from(payload, 'latin1').toString('base64')}"}`,
  }))
}

const toBlockEvents = (height: number, events: readonly string[] = []): string =>
  `{"block_id":"${toBlockId(height)}","block_height":"${height}","block_timestamp":"${toBlockTime(height)}","events":[${events.join(',')}],"_links":{}}`

function toBlockText({ tipHeight }: HistoryOptions, asked: string): string {
  const height = asked === 'sealed' || asked === 'final' ? tipHeight : Number(asked)
  if (!(height <= tipHeight)) throw new Error(`there is no block ${asked}`)
  return `{"header":{"id":"${toBlockId(height)}","parent_id":"${toBlockId(height - 1)}","height":"${height}","timestamp":"${toBlockTime(height)}"}}`
}

function findTransaction(readBlock: ReadBlock, id: string): string {
  const { height, position } = parseTransactionId(id)
  const found = readBlock(height)[position]
  if (found === undefined) throw new Error(`there is no transaction ${id}`)
  return toTransactionText(found)
}

function toTransactionText({ id, proposer, payer, authorizers }: HistoryTransaction): string {
  const signers = authorizers.map((one) => `"${one.slice(2)}"`)
  return `{"authorizers":[${signers}],"id":"${id}","payer":"${payer.slice(2)}","proposal_key":{"address":"${proposer.slice(2)}"}}`
}

startReplayNode(JSON.parse(process.argv[2] ?? '') as HistoryOptions)
