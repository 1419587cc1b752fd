import { createNodeClient, type NodeClient } from '@app/flow/http/node-client.ts'
import { createFlowReaderFromClient, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { CosignerSecrets } from '../config.ts'
import { withChainCheck } from '../flow-access/with-chain-check.ts'
import type { Context } from '../runtime/context.ts'
import { type Mailbox, openMailbox } from './mailbox/open-mailbox.ts'

/** Shared state of the functions of one signer. */
export interface Cosigner {
  context: Context
  /** 64 hex digits. */
  privateKeyHex: string
  mailbox: Mailbox
  /** Client that posts transactions. */
  node: NodeClient
  flow: FlowReader
  /** Returns Unix milliseconds, for the interval of the sign of life. */
  now: () => number
}

export interface CosignerOptions {
  context: Context
  secrets: CosignerSecrets
  /** Cancels every call to the node. */
  signal?: AbortSignal
  now?: () => number
}

const NODE_TIMEOUT_MS = 8_000

/** Creates a signer with its own node client, which does not retry: the stage does. */
export function openCosigner(options: CosignerOptions): Cosigner {
  const { context, secrets, signal, now = Date.now } = options
  const { network, flow } = context.config
  const node = createNodeClient({
    ...flow,
    timeoutMs: NODE_TIMEOUT_MS,
    retries: false,
    ...(signal && { signal }),
  })
  return {
    context,
    privateKeyHex: secrets.privateKeyHex,
    mailbox: openMailbox(secrets.mailboxUrl, context.log),
    node,
    flow: withChainCheck(createFlowReaderFromClient(node), network),
    now,
  }
}
