import type { IncomingMessage } from 'node:http'
import { arg } from '@app/flow/decode/cadence-arg.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { computeTransactionId } from '@app/flow/send/sign-transaction.ts'
import {
  EXPIRY_BLOCKS,
  type Transaction,
  type TransactionSignature,
} from '@app/flow/send/transaction.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { AgentAccount } from '../../../config.ts'
import { type LoopbackHttp, startLoopbackHttp } from '../loopback-http.ts'
import { COLLECTION, type SeededChain } from './build-seeded-chain.ts'
import { encodeComposite, type SeededBlock } from './draft.ts'

/** A double of the Access REST API of a node whose chain is a history. */
export interface SeededNode {
  url: string
  ledger: TransactionLedger
  /** Makes blocks up to this height visible, and executes in the last of them what was sent. */
  setTip(height: number): void
  stop(): Promise<void>
}

interface SeededNodeOptions {
  seededChain: SeededChain
  /** The account that sends transactions. */
  sender: AgentAccount
  /** Number of its keys. */
  keyCount: number
}

type Answer = { status: number; json: unknown }

interface NodeState extends SeededNodeOptions {
  tip: number
  ledger: TransactionLedger
}

/** Starts the double on a loopback port; no block is visible but the first. */
export async function startSeededNode(options: SeededNodeOptions): Promise<SeededNode> {
  const { blocks } = options.seededChain
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

function findBlock({ seededChain, tip }: NodeState, key: string | null): SeededBlock | undefined {
  if (key === 'sealed') return seededChain.blocks[tip]
  const block =
    key !== null && /^\d+$/.test(key)
      ? seededChain.blocks[Number(key)]
      : seededChain.blocks.find(({ id }) => id === key)
  return block !== undefined && block.height <= tip ? block : undefined
}

const toHeader = ({ height, id, parentId, timestamp }: SeededBlock) => ({
  height: String(height),
  id,
  parent_id: parentId,
  timestamp,
})

function readEvents(
  { seededChain, tip }: NodeState,
  { query }: { query: URLSearchParams },
): Answer {
  const type = query.get('type')
  const [from, to] = [Number(query.get('start_height')), Number(query.get('end_height'))]
  const visible = seededChain.blocks.slice(from, Math.min(to, tip) + 1)
  return ok(
    visible.map(({ height, id, timestamp, events }) => ({
      block_id: id,
      block_height: String(height),
      block_timestamp: timestamp,
      events: events.filter((event) => event.type === type),
    })),
  )
}

function readTransaction({ seededChain }: NodeState, { id }: { id: string }): Answer {
  const proposer = seededChain.proposers.get(id)
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
function runScript(
  { seededChain }: NodeState,
  body: { script: string; arguments: string[] },
): Answer {
  const source = Buffer.from(body.script, 'base64').toString('utf8')
  const args = body.arguments.map((text) => JSON.parse(Buffer.from(text, 'base64').toString()))
  if (args[1]?.type === 'Int') return ok(readHoldings(seededChain, args[0].value))
  if (!source.includes('import DharmaProtection')) return refused('cannot find contract')
  return ok(encodeComposite('Struct', 's.result', { flag: arg.optional(null) }))
}

function readHoldings({ holdings }: SeededChain, address: Address) {
  const count = holdings.get(address)
  const counts = arg.dictionary(
    count === undefined ? [] : [{ key: arg.string(COLLECTION), value: arg.integer('Int', count) }],
  )
  return encodeComposite('Struct', 's.result', { total: arg.integer('Int', 1), counts })
}

function submit({ ledger }: NodeState, body: unknown): Answer {
  const refusal = ledger.submit(parseSentTransaction(body))
  return refusal === null ? ok({}) : refused(refusal)
}

interface SentSignature {
  address: string
  key_index: string
  signature: string
}

interface SentBody {
  script: string
  arguments: string[]
  reference_block_id: string
  gas_limit: string
  payer: string
  proposal_key: { address: string; key_index: string; sequence_number: string }
  authorizers: string[]
  payload_signatures: SentSignature[]
  envelope_signatures: SentSignature[]
}

/** Reads the body of a request that sends a transaction. */
function parseSentTransaction(json: unknown): Transaction {
  const body = json as SentBody
  const key = body.proposal_key
  return {
    cadence: fromBase64(body.script).toString('utf8'),
    args: body.arguments.map((text) => fromBase64(text).toString('utf8')),
    referenceBlockId: body.reference_block_id,
    computeLimit: Number(body.gas_limit),
    proposalKey: {
      address: toAddress(key.address),
      keyIndex: Number(key.key_index),
      sequenceNumber: Number(key.sequence_number),
    },
    payer: toAddress(body.payer),
    authorizers: body.authorizers.map(toAddress),
    payloadSignatures: body.payload_signatures.map(toSignature),
    envelopeSignatures: body.envelope_signatures.map(toSignature),
  }
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')

const toSignature = ({ address, key_index, signature }: SentSignature): TransactionSignature => ({
  address: toAddress(address),
  keyIndex: Number(key_index),
  signatureHex: fromBase64(signature).toString('hex'),
})

/** What the chain did with one transaction. */
interface ExecutedTransaction {
  txId: string
  height: number
  transaction: Transaction
}

/** Why a node refuses a transaction, in its words. */
type Refusal = string

/** The transactions that a history's node received: what a chain does with keys, numbers and expiry. */
interface TransactionLedger {
  /** Takes a transaction; returns why it is refused, or `null`. Known ones are refused as duplicates. */
  submit(transaction: Transaction): Refusal | null
  /** Executes what waits, in the order of submission; expired or outnumbered ones end without effect. */
  seal(height: number): void
  find(txId: string): 'waiting' | 'sealed' | 'lost' | null
  sequenceNumber(keyIndex: number): number
  /** In the order of execution. */
  executed: readonly ExecutedTransaction[]
}

interface LedgerOptions {
  /** Returns the height of a block; `null` for an unknown id. */
  findHeight: (blockId: string) => number | null
}

function createTransactionLedger({ findHeight }: LedgerOptions): TransactionLedger {
  const waiting = new Map<string, Transaction>()
  const ended = new Map<string, 'sealed' | 'lost'>()
  const sequences = new Map<number, number>()
  const executed: ExecutedTransaction[] = []
  const getSequence = (keyIndex: number) => sequences.get(keyIndex) ?? 0
  const execute = (txId: string, transaction: Transaction, height: number) => {
    const { keyIndex, sequenceNumber } = transaction.proposalKey
    const referenceHeight = findHeight(transaction.referenceBlockId) ?? 0
    const isValid =
      sequenceNumber === getSequence(keyIndex) && height - referenceHeight <= EXPIRY_BLOCKS
    ended.set(txId, isValid ? 'sealed' : 'lost')
    if (!isValid) return
    sequences.set(keyIndex, sequenceNumber + 1)
    executed.push({ txId, height, transaction })
  }
  return {
    submit: (transaction) => {
      const txId = computeTransactionId(transaction)
      if (waiting.has(txId) || ended.has(txId))
        return 'Invalid Flow request: the transaction has already been submitted'
      if (findHeight(transaction.referenceBlockId) === null)
        return 'Invalid: unknown reference block'
      waiting.set(txId, transaction)
      return null
    },
    seal: (height) => {
      for (const [txId, transaction] of waiting) execute(txId, transaction, height)
      waiting.clear()
    },
    find: (txId) => (waiting.has(txId) ? 'waiting' : (ended.get(txId) ?? null)),
    sequenceNumber: getSequence,
    executed,
  }
}
