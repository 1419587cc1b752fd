import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { CosignerSecrets } from '../config.ts'
import { openSendingNode, type SendingNode } from '../flow-access/open-sending-node.ts'
import type { NetworkReader } from '../flow-access/read-contract.ts'
import type { Context } from '../runtime/context.ts'
import type { ChainFacts } from './exchange/verify-letter.ts'
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

interface CosignerOptions {
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

/** What one step of a signer knows about the chain, all at the height of `facts.tip`. */
export interface StepInputs {
  facts: ChainFacts
  /** Numbers of the proposals that can be executed now. */
  executable: readonly number[]
  /** Reader of scripts at that height. */
  reader: NetworkReader
  signer: Signer
}

/** Returns the Unix seconds of the step's block. */
export const toNowSeconds = ({ facts }: StepInputs): number => Math.floor(facts.tip.timeMs / 1000)
