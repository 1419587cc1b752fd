import type { IncomingMessage } from 'node:http'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { AgentAccount } from '../../../config.ts'
import { type LoopbackHttp, startLoopbackHttp } from '../injection/loopback-http.ts'
import { COLLECTION, type History, type HistoryBlock } from './build-history.ts'
import { cadence, encodeBase64 } from './encode-cadence.ts'
import { parseSentTransaction } from './parse-sent-transaction.ts'
import { createTransactionLedger, type TransactionLedger } from './transaction-ledger.ts'

/** A double of the Access REST API of a node whose chain is a history. */
export interface HistoryNode {
  url: string
  ledger: TransactionLedger
  /** Makes blocks up to this height visible, and executes in the last of them what was sent. */
  setTip(height: number): void
  stop(): Promise<void>
}

export interface HistoryNodeOptions {
  history: History
  /** The account that sends transactions. */
  sender: AgentAccount
  /** Number of its keys. */
  keyCount: number
}

type Answer = { status: number; json: unknown }

interface NodeState extends HistoryNodeOptions {
  tip: number
  ledger: TransactionLedger
}

/** Starts the double on a loopback port; no block is visible but the first. */
export async function startHistoryNode(options: HistoryNodeOptions): Promise<HistoryNode> {
  const { blocks } = options.history
  const findHeight = (id: string) => blocks.find((block) => block.id === id)?.height ?? null
  const state: NodeState = { ...options, tip: 0, ledger: createTransactionLedger({ findHeight }) }
  const server: LoopbackHttp = await startLoopbackHttp(async (request, response) => {
    const { status, json } = await answer(state, request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(json))
  })
  return {
    url: server.url,
    ledger: state.ledger,
    setTip: (height) => {
      state.tip = height
      state.ledger.seal(height)
    },
    stop: server.stop,
  }
}

async function answer(state: NodeState, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', 'http://node')
  const [, , noun = '', id = ''] = url.pathname.split('/')
  if (request.method === 'POST') {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
    return noun === 'scripts' ? runScript(state, body) : submit(state, body)
  }
  return ROUTES[noun]?.(state, { id, query: url.searchParams }) ?? notFound(noun)
}

type Route = (state: NodeState, input: { id: string; query: URLSearchParams }) => Answer

const ROUTES: Readonly<Record<string, Route>> = {
  blocks: (state, { id, query }) => {
    const block = findBlock(state, id === '' ? query.get('height') : id)
    return block === undefined ? notFound('block') : ok([{ header: toHeader(block) }])
  },
  events: readEvents,
  transactions: readTransaction,
  transaction_results: readResult,
  accounts: (state, { id }) => readAccount(state, id),
  network: () => ok({ chain_id: NETWORKS.local.chainId }),
  node_version_info: () =>
    ok({
      semver: 'v0.0.0',
      spork_id: '00'.repeat(32),
      spork_root_block_height: '0',
      node_root_block_height: '0',
    }),
}

const ok = (json: unknown): Answer => ({ status: 200, json })
const notFound = (what: string): Answer => ({
  status: 404,
  json: { code: 404, message: `${what} not found` },
})
const refused = (message: string): Answer => ({ status: 400, json: { code: 400, message } })

function findBlock({ history, tip }: NodeState, key: string | null): HistoryBlock | undefined {
  if (key === 'sealed') return history.blocks[tip]
  const block =
    key !== null && /^\d+$/.test(key)
      ? history.blocks[Number(key)]
      : history.blocks.find(({ id }) => id === key)
  return block !== undefined && block.height <= tip ? block : undefined
}

const toHeader = ({ height, id, parentId, timestamp }: HistoryBlock) => ({
  height: String(height),
  id,
  parent_id: parentId,
  timestamp,
})

function readEvents({ history, tip }: NodeState, { query }: { query: URLSearchParams }): Answer {
  const type = query.get('type')
  const [from, to] = [Number(query.get('start_height')), Number(query.get('end_height'))]
  const visible = history.blocks.slice(from, Math.min(to, tip) + 1)
  return ok(
    visible.map(({ height, id, timestamp, events }) => ({
      block_id: id,
      block_height: String(height),
      block_timestamp: timestamp,
      events: events.filter((event) => event.type === type),
    })),
  )
}

function readTransaction({ history }: NodeState, { id }: { id: string }): Answer {
  const proposer = history.proposers.get(id)
  if (proposer === undefined) return notFound('transaction')
  const proposal_key = { address: proposer, key_index: '0', sequence_number: '0' }
  return ok({ id, proposal_key, payer: proposer, authorizers: [proposer], arguments: [] })
}

function readResult({ ledger }: NodeState, { id }: { id: string }): Answer {
  const found = ledger.find(id)
  if (found === null) return notFound('transaction result')
  const error = found === 'lost' ? '[Error Code: 1007] error caused by: sequence number' : ''
  const status = found === 'waiting' ? 'Pending' : 'Sealed'
  return ok({ status, error_message: error, block_id: '', events: [] })
}

function readAccount({ sender, keyCount, ledger }: NodeState, address: string): Answer {
  if (address !== sender.address) return notFound('account')
  const { publicKeyHex } = createSigner({ ...sender, keyIndex: 0 })
  const keys = Array.from({ length: keyCount }, (_, index) => ({
    index: String(index),
    public_key: `0x${publicKeyHex}`,
    signing_algorithm: 'ECDSA_P256',
    hashing_algorithm: 'SHA3_256',
    weight: '1000',
    revoked: false,
    sequence_number: String(ledger.sequenceNumber(index)),
  }))
  return ok({ address, balance: '100000000000', keys })
}

/** Answers the scripts of holdings and of flags, of which none stands; no other contract is deployed. */
function runScript({ history }: NodeState, body: { script: string; arguments: string[] }): Answer {
  const source = Buffer.from(body.script, 'base64').toString('utf8')
  const args = body.arguments.map((text) => JSON.parse(Buffer.from(text, 'base64').toString()))
  if (args[1]?.type === 'Int') return ok(encodeBase64(readHoldings(history, args[0].value)))
  if (!source.includes('import DharmaProtection')) return refused('cannot find contract')
  return ok(encodeBase64(cadence.struct({ flag: cadence.optional(null) })))
}

function readHoldings({ holdings }: History, address: Address) {
  const count = holdings.get(address)
  const counts = cadence.dictionary(
    count === undefined ? [] : [[cadence.text(COLLECTION), cadence.integer('Int', count)]],
  )
  return cadence.struct({ total: cadence.integer('Int', 1), counts })
}

function submit({ ledger }: NodeState, body: unknown): Answer {
  const refusal = ledger.submit(parseSentTransaction(body))
  return refusal === null ? ok({}) : refused(refusal)
}
