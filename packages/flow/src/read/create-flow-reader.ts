import type { Address } from '@app/values/address.ts'
import { type CadenceArg, encodeArg } from '../decode/cadence-arg.ts'
import { decodeCadence, decodeJson } from '../decode/decode-cadence.ts'
import { parseArray, parseObject, parseString } from '../decode/parse-json-values.ts'
import { NodeNotFoundError } from '../errors.ts'
import { createNodeClient, type NodeClient, type NodeClientOptions } from '../http/node-client.ts'
import type { TransactionResult } from './chain.ts'
import {
  parseAccount,
  parseBlock,
  parseNodeVersion,
  parseTransactionArguments,
  parseTransactionResult,
  parseTransactionRoles,
} from './parse-responses.ts'
import { createEventReader } from './read-events.ts'

/** Reads from one Flow access node. Every method throws the errors of `NodeClient.call`. */
export type FlowReader = ReturnType<typeof createFlowReaderFromClient>

export function createFlowReader(options: NodeClientOptions): FlowReader {
  return createFlowReaderFromClient(createNodeClient(options))
}

/**
 * Creates a reader over an existing client, which a sender may share together with its rate limits.
 */
export function createFlowReaderFromClient(node: NodeClient) {
  const get = (path: string): Promise<unknown> => node.call({ kind: 'other', path })
  const readEvents = createEventReader(node)
  return {
    /** Returns the latest sealed block. */
    getLatestBlock: async () => parseBlock(await get('/blocks?height=sealed')),
    /** Throws `NodeNotFoundError` above the latest block and below the node's first block. */
    getBlockAtHeight: async (height: number) => parseBlock(await get(`/blocks?height=${height}`)),
    /** Throws `NodeNotFoundError` when the node does not have it. */
    getBlockById: async (id: string) => parseBlock(await get(`/blocks/${encodeURIComponent(id)}`)),
    /** Returns the events of one type in at most 250 blocks, both ends inclusive, in execution order. */
    getEvents: async (type: string, fromHeight: number, toHeight: number) => {
      const blocks = await readEvents(type, { fromHeight, toHeight })
      return blocks.flatMap((block) => block.events)
    },
    /** Like `getEvents`, with an entry for every block; throws `NodeBehindError` when one is missing. */
    getEventsByBlock: (type: string, fromHeight: number, toHeight: number) =>
      readEvents(type, { fromHeight, toHeight }),
    /** Throws `NodeNotFoundError` when the node does not have it. */
    getTransactionRoles: async (txId: string) =>
      parseTransactionRoles(await get(`/transactions/${encodeURIComponent(txId)}`)),
    /**
     * Returns the roles of every transaction of a block. Throws `NodeNotFoundError` when the node does not have the block,
     * or is too old for this call.
     */
    getBlockRoles: async (height: number) => {
      const answer = await get(`/transactions?block_height=${height}&select=${ROLE_FIELDS}`)
      return parseArray(answer, 'transactions').map(parseTransactionRoles)
    },
    /** Returns the arguments, decoded by `decodeCadence`. Throws `NodeNotFoundError` when the node does not have it. */
    getTransactionArguments: async (txId: string) =>
      parseTransactionArguments(await get(`/transactions/${encodeURIComponent(txId)}`)),
    /** Has status 'unknown' when the node does not have it. */
    getTransactionResult: async (txId: string): Promise<TransactionResult> => {
      const answer = await nullIfNotFound(get(`/transaction_results/${encodeURIComponent(txId)}`))
      if (answer !== null) return parseTransactionResult(txId, answer)
      return { txId, status: 'unknown', error: null, blockId: null, events: [] }
    },
    /** Returns the account at `atHeight`, or at the latest sealed block; `null` when it does not exist. */
    getAccount: async (address: Address, atHeight?: number) => {
      const at = atHeight === undefined ? '' : `&block_height=${atHeight}`
      const answer = await nullIfNotFound(get(`/accounts/${address}?expand=keys${at}`))
      return answer === null ? null : parseAccount(answer)
    },
    /**
     * Returns the result of the script's `main`, decoded by `decodeCadence`, at `atHeight` or at the latest sealed block.
     * Throws `NodeRefusedError` with Cadence's message when it panics.
     */
    executeScript: async (cadence: string, args: readonly CadenceArg[], atHeight?: number) => {
      const answer = await node.call({
        kind: 'scripts',
        path: `/scripts?block_height=${atHeight ?? 'sealed'}`,
        body: {
          script: toBase64(cadence),
          arguments: args.map((argument) => toBase64(encodeArg(argument))),
        },
      })
      return decodeCadence(decodeJson(parseString(answer, 'a script result')))
    },
    /** Returns the chain id, such as 'flow-testnet' or 'flow-emulator'. */
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

function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
