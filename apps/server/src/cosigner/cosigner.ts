import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import type { CosignerSecrets } from '../config.ts'
import { openSendingNode, type SendingNode } from '../flow-access/open-sending-node.ts'
import type { NetworkReader } from '../flow-access/read-contract.ts'
import type { Context } from '../runtime/context.ts'
import type { ChainFacts } from './exchange/verify-letter.ts'
import type { ExplainedJudgement } from './judge/judge-proposal.ts'
import { type Mailbox, openMailbox } from './mailbox/write-letters.ts'

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

/** What a signer remembers between two steps. It may lose all of it: it only saves work. */
export interface Memory {
  judgements: Map<number, { height: number; judgement: ExplainedJudgement }>
  /** Voters that are scored after each of their changes. */
  tracked: Set<Address>
  /** Height at which this signer last opened an attempt, by proposal: others come first then. */
  openedAt: Map<number, number>
  /** Height of the last submission by transaction id. */
  sentAt: Map<string, number>
  /** Ids of blocks to which letters refer, by height. */
  blockIds: Map<number, string>
  /** The last status and when it was written, in Unix milliseconds. */
  status: { text: string; atMs: number }
  /** Doubts that were logged. */
  logged: Set<string>
}

export const createMemory = (): Memory => ({
  judgements: new Map(),
  tracked: new Set(),
  openedAt: new Map(),
  sentAt: new Map(),
  blockIds: new Map(),
  status: { text: '', atMs: Number.NEGATIVE_INFINITY },
  logged: new Set(),
})
