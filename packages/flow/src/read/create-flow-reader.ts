import type { Address } from '@app/values/address.ts'
import type { CadenceArg } from '../decode/cadence-arg.ts'
import { encodeArg } from '../decode/cadence-arg.ts'
import { decodeCadence } from '../decode/decode-cadence.ts'
import { decodeJson } from '../decode/decode-event.ts'
import { recordOf, textOf } from '../decode/json-shape.ts'
import { NodeNotFoundError } from '../errors.ts'
import type { NodeClient, NodeClientOptions } from '../http/node-client.ts'
import { createNodeClient } from '../http/node-client.ts'
import type {
  Account,
  Block,
  BlockEvents,
  ChainEvent,
  NodeVersion,
  TransactionResult,
  TransactionRoles,
} from './chain.ts'
import { parseAccount, parseBlock, parseNodeVersion, parseRoles } from './parse-answers.ts'
import { parseResult, unknownResult } from './parse-result.ts'
import { readEvents } from './read-events.ts'

/** Reads of one Flow access node. Every call throws the errors of `NodeClient.call`. */
export interface FlowReader {
  /** The last sealed block. */
  latestBlock(): Promise<Block>
  /** Throws `NodeNotFoundError` above the tip and below what the node keeps. */
  blockAt(height: number): Promise<Block>
  /** Events of one type in at most 250 blocks, both ends included, in the order of the chain. */
  events(type: string, fromHeight: number, toHeight: number): Promise<ChainEvent[]>
  /** As `events`, with an entry for every block; throws `NodeBehindError` when one is missing. */
  eventsByBlock(type: string, fromHeight: number, toHeight: number): Promise<BlockEvents[]>
  /** Throws `NodeNotFoundError` when the node does not know it. */
  transaction(txId: string): Promise<TransactionRoles>
  /** Of status 'unknown' when the node does not know it. */
  transactionResult(txId: string): Promise<TransactionResult>
  /** At `atHeight`, or at the last sealed block; `null` when there is no such account. */
  account(address: Address, atHeight?: number): Promise<Account | null>
  /**
   * What the script's `main` returns, decoded by `decodeCadence`, at `atHeight` or at the last sealed
   * block. Throws `NodeRefusedError` with Cadence's words when it panics.
   */
  script(cadence: string, args: readonly CadenceArg[], atHeight?: number): Promise<unknown>
  /** Such as 'flow-testnet' or 'flow-emulator'. */
  chainId(): Promise<string>
  nodeVersion(): Promise<NodeVersion>
}

/** Connects to nothing yet: the first call does. */
export function createFlowReader(options: NodeClientOptions): FlowReader {
  return flowReaderOf(createNodeClient(options))
}

/** A reader over a client that a sender may share, and with it the rate limits. */
export function flowReaderOf(node: NodeClient): FlowReader {
  const get = (path: string): Promise<unknown> => node.call({ kind: 'other', path })
  return {
    latestBlock: async () => parseBlock(await get('/blocks?height=sealed')),
    blockAt: async (height) => parseBlock(await get(`/blocks?height=${height}`)),
    events: async (type, fromHeight, toHeight) => {
      const blocks = await readEvents(node, type, { fromHeight, toHeight })
      return blocks.flatMap((block) => block.events)
    },
    eventsByBlock: (type, fromHeight, toHeight) => readEvents(node, type, { fromHeight, toHeight }),
    transaction: async (txId) => parseRoles(await get(`/transactions/${encodeURIComponent(txId)}`)),
    transactionResult: async (txId) => {
      const answer = await unlessMissing(get(`/transaction_results/${encodeURIComponent(txId)}`))
      return answer === null ? unknownResult(txId) : parseResult(txId, answer)
    },
    account: async (address, atHeight) => {
      const at = atHeight === undefined ? '' : `&block_height=${atHeight}`
      const answer = await unlessMissing(get(`/accounts/${address}?expand=keys${at}`))
      return answer === null ? null : parseAccount(answer)
    },
    script: (cadence, args, atHeight) => runScript(node, { cadence, args, atHeight }),
    chainId: async () => {
      const parameters = recordOf(await get('/network/parameters'), 'network parameters')
      return textOf(parameters.chain_id, 'a chain id')
    },
    nodeVersion: async () => parseNodeVersion(await get('/node_version_info')),
  }
}

async function unlessMissing(answer: Promise<unknown>): Promise<unknown> {
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

async function runScript(node: NodeClient, script: Script): Promise<unknown> {
  const answer = await node.call({
    kind: 'scripts',
    path: `/scripts?block_height=${script.atHeight ?? 'sealed'}`,
    body: {
      script: base64(script.cadence),
      arguments: script.args.map((argument) => base64(encodeArg(argument))),
    },
  })
  return decodeCadence(decodeJson(textOf(answer, 'a script result')))
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
