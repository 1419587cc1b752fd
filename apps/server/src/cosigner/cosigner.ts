import type { CosignerSecrets } from '../config.ts'
import { openSendingNode, type SendingNode } from '../flow-access/open-sending-node.ts'
import type { Context } from '../runtime/context.ts'
import { type Mailbox, openMailbox } from './mailbox/open-mailbox.ts'

/** Shared state of the functions of one signer. */
export interface Cosigner extends SendingNode {
  context: Context
  /** 64 hex digits. */
  privateKeyHex: string
  mailbox: Mailbox
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

/** Opens a signer with its own node client. */
export function openCosigner(options: CosignerOptions): Cosigner {
  const { context, secrets, signal, now = Date.now } = options
  return {
    context,
    privateKeyHex: secrets.privateKeyHex,
    mailbox: openMailbox(secrets.mailboxUrl, context.log),
    ...openSendingNode(context.config, { signal }),
    now,
  }
}
