import { createNodeClient, type NodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Config } from '../config.ts'
import { withChainCheck } from './with-chain-check.ts'

/** A client that posts transactions, and a reader over the same connection. */
export interface SendingNode {
  node: NodeClient
  /** Its calls fail when the node belongs to another network. */
  flow: FlowReader
}

interface SendingNodeOptions {
  /** Cancels every call. */
  signal?: AbortSignal | undefined
  /** Timeout of one call. */
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 8_000

/** Opens a client with a short timeout that does not retry: the stages that send do. */
export function openSendingNode(
  { network, flow }: Pick<Config, 'network' | 'flow'>,
  { signal, timeoutMs = TIMEOUT_MS }: SendingNodeOptions,
): SendingNode {
  const node = createNodeClient({ ...flow, timeoutMs, retries: false, ...(signal && { signal }) })
  return { node, flow: withChainCheck(createFlowReaderFromClient(node), network) }
}
