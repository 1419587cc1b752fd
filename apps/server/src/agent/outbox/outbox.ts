import type { AgentAccount } from '../../config.ts'
import { openSendingNode, type SendingNode } from '../../flow-access/open-sending-node.ts'
import type { Context } from '../../runtime/context.ts'

/** Shared state of the outbox functions. */
export interface Outbox extends SendingNode {
  context: Pick<Context, 'config' | 'pool' | 'db' | 'log'>
  account: AgentAccount
}

export interface OutboxOptions {
  context: Outbox['context']
  account: AgentAccount
  /** Cancels every call to the node. */
  signal?: AbortSignal
  /** Timeout of one call to the node. */
  nodeTimeoutMs?: number
}

/** Opens an outbox with its own node client. */
export function openOutbox({ context, account, signal, nodeTimeoutMs }: OutboxOptions): Outbox {
  const sending = openSendingNode(context.config, { signal, timeoutMs: nodeTimeoutMs })
  return { context, account, ...sending }
}
