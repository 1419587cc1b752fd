import { createNodeClient, type NodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { AgentAccount } from '../../config.ts'
import { withChainCheck } from '../../flow-access/with-chain-check.ts'
import type { Context } from '../../runtime/context.ts'

/** Shared state of the outbox functions. */
export interface Outbox {
  context: Pick<Context, 'config' | 'pool' | 'db' | 'log'>
  account: AgentAccount
  /** Client that posts transactions. */
  node: NodeClient
  flow: FlowReader
}

export interface OutboxOptions {
  context: Outbox['context']
  account: AgentAccount
  /** Cancels every call to the node. */
  signal?: AbortSignal
  /** Timeout of one call to the node. */
  nodeTimeoutMs?: number
}

const NODE_TIMEOUT_MS = 8_000

/**
 * Creates an outbox with its own node client. That client has a short timeout and does not retry,
 * because the outbox retries.
 */
export function openOutbox(options: OutboxOptions): Outbox {
  const { context, account, signal, nodeTimeoutMs: timeoutMs = NODE_TIMEOUT_MS } = options
  const { network, flow } = context.config
  const node = createNodeClient({ ...flow, timeoutMs, retries: false, ...(signal && { signal }) })
  return { context, account, node, flow: withChainCheck(createFlowReaderFromClient(node), network) }
}
