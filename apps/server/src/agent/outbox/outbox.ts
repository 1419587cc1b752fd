import { createNodeClient, type NodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { AgentAccount } from '../../config.ts'
import { withChainCheck } from '../../flow-access/with-chain-check.ts'
import type { Context } from '../../runtime/context.ts'

/** What the parts of the outbox share. */
export interface Outbox {
  context: Pick<Context, 'config' | 'pool' | 'db' | 'log'>
  account: AgentAccount
  /** Posts transactions. */
  node: NodeClient
  flow: FlowReader
}

export interface OutboxOptions {
  context: Outbox['context']
  account: AgentAccount
  /** Ends every call to the node. */
  signal?: AbortSignal
  /** How long one call to the node may take. */
  nodeTimeoutMs?: number
}

const NODE_TIMEOUT_MS = 8_000

/** An outbox with a client of its own, which gives up early: the outbox is what tries again. */
export function openOutbox(options: OutboxOptions): Outbox {
  const { context, account, signal, nodeTimeoutMs: timeoutMs = NODE_TIMEOUT_MS } = options
  const { network, flow } = context.config
  const node = createNodeClient({ ...flow, timeoutMs, retries: false, ...(signal && { signal }) })
  return { context, account, node, flow: withChainCheck(createFlowReaderFromClient(node), network) }
}
