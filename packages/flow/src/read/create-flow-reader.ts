import type { Address } from '@app/values/address.ts'
import { type CadenceArg, encodeArg } from '../decode/cadence-arg.ts'
import { decodeCadence, decodeJson } from '../decode/decode-cadence.ts'
import { parseArray, parseObject, parseString } from '../decode/parse-json-values.ts'
import { NodeNotFoundError } from '../errors.ts'
import { createNodeClient, type NodeClient, type NodeClientOptions } from '../http/node-client.ts'
import type {
  Account,
  Block,
  BlockEvents,
  ChainEvent,
  NodeVersion,
  TransactionResult,
  TransactionRoles,
} from './chain.ts'
import {
  buildUnknownResult,
  parseAccount,
  parseBlock,
  parseNodeVersion,
  parseTransactionArguments,
  parseTransactionResult,
  parseTransactionRoles,
} from './parse-responses.ts'
import { createEventReader } from './read-events.ts'

/** Reads from one Flow access node. Every method throws the errors of `NodeClient.call`. */
export interface FlowReader {
  /** Returns the latest sealed block. */
  getLatestBlock(): Promise<Block>
  /** Throws `NodeNotFoundError` above the latest block and below the node's first block. */
  getBlockAtHeight(height: number): Promise<Block>
  /** Throws `NodeNotFoundError` when the node does not have it. */
  getBlockById(id: string): Promise<Block>
  /**
   * Returns the events of one type in at most 250 blocks, both ends inclusive, in execution order.
   */
  getEvents(type: string, fromHeight: number, toHeight: number): Promise<ChainEvent[]>
  /**
   * Like `getEvents`, with an entry for every block; throws `NodeBehindError` when one is missing.
   */
  getEventsByBlock(type: string, fromHeight: number, toHeight: number): Promise<BlockEvents[]>
  /** Throws `NodeNotFoundError` when the node does not have it. */
  getTransactionRoles(txId: string): Promise<TransactionRoles>
  /**
   * Returns the roles of every transaction of a block. Throws `NodeNotFoundError` when the node does not have
   * the block, or is too old for this call.
   */
  getBlockRoles(height: number): Promise<TransactionRoles[]>
  /**
   * Returns the arguments of a transaction, decoded by `decodeCadence`. Throws `NodeNotFoundError`
   * when the node does not have it.
   */
  getTransactionArguments(txId: string): Promise<unknown[]>
  /** Has status 'unknown' when the node does not have it. */
  getTransactionResult(txId: string): Promise<TransactionResult>
  /**
   * Returns the account at `atHeight`, or at the latest sealed block; `null` when it does not
   * exist.
   */
  getAccount(address: Address, atHeight?: number): Promise<Account | null>
  /**
   * Returns the result of the script's `main`, decoded by `decodeCadence`, at `atHeight` or at the
   * latest sealed block. Throws `NodeRefusedError` with Cadence's message when it panics.
   */
  executeScript(cadence: string, args: readonly CadenceArg[], atHeight?: number): Promise<unknown>
  /** Returns the chain id, such as 'flow-testnet' or 'flow-emulator'. */
  getChainId(): Promise<string>
  getNodeVersion(): Promise<NodeVersion>
}

/** Creates a reader with its own client. The first call connects. */
export function createFlowReader(options: NodeClientOptions): FlowReader {
  return createFlowReaderFromClient(createNodeClient(options))
}

/**
 * Creates a reader over an existing client, which a sender may share together with its rate limits.
 */
export function createFlowReaderFromClient(node: NodeClient): FlowReader {
  const get = (path: string): Promise<unknown> => node.call({ kind: 'other', path })
  const readEvents = createEventReader(node)
  return {
    getLatestBlock: async () => parseBlock(await get('/blocks?height=sealed')),
    getBlockAtHeight: async (height) => parseBlock(await get(`/blocks?height=${height}`)),
    getBlockById: async (id) => parseBlock(await get(`/blocks/${encodeURIComponent(id)}`)),
    getEvents: async (type, fromHeight, toHeight) => {
      const blocks = await readEvents(type, { fromHeight, toHeight })
      return blocks.flatMap((block) => block.events)
    },
    getEventsByBlock: (type, fromHeight, toHeight) => readEvents(type, { fromHeight, toHeight }),
    getTransactionRoles: async (txId) =>
      parseTransactionRoles(await get(`/transactions/${encodeURIComponent(txId)}`)),
    getBlockRoles: async (height) => {
      const answer = await get(`/transactions?block_height=${height}&select=${ROLE_FIELDS}`)
      return parseArray(answer, 'transactions').map(parseTransactionRoles)
    },
    getTransactionArguments: async (txId) =>
      parseTransactionArguments(await get(`/transactions/${encodeURIComponent(txId)}`)),
    getTransactionResult: async (txId) => {
      const answer = await nullIfNotFound(get(`/transaction_results/${encodeURIComponent(txId)}`))
      return answer === null ? buildUnknownResult(txId) : parseTransactionResult(txId, answer)
    },
    getAccount: async (address, atHeight) => {
      const at = atHeight === undefined ? '' : `&block_height=${atHeight}`
      const answer = await nullIfNotFound(get(`/accounts/${address}?expand=keys${at}`))
      return answer === null ? null : parseAccount(answer)
    },
    executeScript: (cadence, args, atHeight) => postScript(node, { cadence, args, atHeight }),
    getChainId: async () => {
      const parameters = parseObject(await get('/network/parameters'), 'network parameters')
      return parseString(parameters.chain_id, 'a chain id')
    },
    getNodeVersion: async () => parseNodeVersion(await get('/node_version_info')),
  }
}

/** What `parseTransactionRoles` reads: a node leaves out the rest, which is mostly Cadence. */
const ROLE_FIELDS = 'id,payer,authorizers,proposal_key.address'

async function nullIfNotFound(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof NodeNotFoundError) return null
    throw error
  }
}

interface Script {
  cadence: string
  args: readonly CadenceArg[]
  atHeight: number | undefined
}

async function postScript(node: NodeClient, script: Script): Promise<unknown> {
  const answer = await node.call({
    kind: 'scripts',
    path: `/scripts?block_height=${script.atHeight ?? 'sealed'}`,
    body: {
      script: toBase64(script.cadence),
      arguments: script.args.map((argument) => toBase64(encodeArg(argument))),
    },
  })
  return decodeCadence(decodeJson(parseString(answer, 'a script result')))
}

function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
