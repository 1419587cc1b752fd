import type { AgentAccount } from '../../config.ts'
import { openSendingNode, type SendingNode } from '../../flow-access/open-sending-node.ts'
import type { Context } from '../../runtime/context.ts'
import type { Lease, LeasedTables } from './write-transaction.ts'

/** Shared state of the outbox functions. */
export interface Outbox extends SendingNode {
  context: Pick<Context, 'config' | 'rules' | 'pool' | 'db' | 'log'>
  account: AgentAccount
  isOrdered: boolean
}

/** During a step, with the lease that its writes need. */
export interface LeasedOutbox extends Outbox {
  lease: Lease
}

/** Returns what the writes of a step need. */
export const getLeasedTables = ({ context, lease }: LeasedOutbox): LeasedTables => ({
  db: context.db,
  lease,
})

export interface OutboxOptions {
  context: Outbox['context']
  account: AgentAccount
  /** Cancels every call to the node. */
  signal?: AbortSignal
  /** Timeout of one call to the node. */
  nodeTimeoutMs?: number
  /**
   * Sends the transactions of a step one after another, so that the same actions leave the same chain each
   * time; a slow answer delays those behind it.
   */
  isOrdered?: boolean
}

/** Opens an outbox with its own node client. */
export function openOutbox(options: OutboxOptions): Outbox {
  const { context, account, signal, nodeTimeoutMs, isOrdered = false } = options
  const sending = openSendingNode(context.config, { signal, timeoutMs: nodeTimeoutMs })
  return { context, account, isOrdered, ...sending }
}
