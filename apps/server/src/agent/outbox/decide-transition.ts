import { classifyTransactionFailure } from '@app/flow/decode/classify-transaction-failure.ts'
import type { CadenceError } from '@app/flow/decode/parse-cadence-error.ts'
import type { TransactionStatus } from '@app/flow/read/chain.ts'

/** What is kept of a signed transaction that may still run. */
export interface LiveTransaction {
  sequenceNumber: number
  referenceHeight: number
  /** Times that it was about to go to a node. */
  submissions: number
  /** Height of the chain at the last try. */
  lastSubmissionHeight: number | null
  /** A node took it, or refused it after a try whose end is not known. */
  isAnswered: boolean
  /** Its action is marked as sent. */
  isSent: boolean
}

/** What the chain tells of a transaction, all at once. */
export interface ChainObservation {
  /** The last sealed block. */
  tipHeight: number
  /** `unsent`: it never went to a node, so nobody was asked. */
  status: TransactionStatus | 'unsent'
  error: CadenceError | null
  /** Sequence number of its key at `tipHeight`; read only when `isPastExpiry`. */
  keySequence: number | null
}

export type Transition =
  | { kind: 'wait' }
  /** Sends the transaction as it was signed, for the first time or again. */
  | { kind: 'post' }
  /** Notes that a node has it. */
  | { kind: 'acknowledge' }
  | { kind: 'seal' }
  /** It ran, and failed. */
  | { kind: 'revert'; problem: string }
  /** It never ran and never will; `isRetryable`: another one in its place may. */
  | { kind: 'drop'; problem: string; isRetryable: boolean }

/** Blocks after its reference block in which a transaction can run. Source: flow-go `DefaultTransactionExpiry`. */
export const EXPIRY_BLOCKS = 600

/** A node that took a transaction and says that it does not know it gets it again after these blocks: 5 s of testnet. */
const RESEND_AFTER_BLOCKS = 10

/** How long a transaction that must have run is looked for. */
const RESULT_SEARCH_BLOCKS = 600

const WAIT: Transition = { kind: 'wait' }

/**
 * What to do about a live transaction. Another one is only ever signed in its place after a `drop`, so
 * when this one is known never to have run: the chain said so, or it has expired with the sequence
 * number of its key unused.
 */
export function decideTransition(
  transaction: LiveTransaction,
  observation: ChainObservation,
): Transition {
  switch (observation.status) {
    case 'sealed':
      return decideAfterSeal(observation.error)
    case 'executed':
    case 'finalized':
      return acknowledgeOnce(transaction)
    case 'pending':
      return isPastExpiry(transaction, observation.tipHeight)
        ? decideAfterExpiry(transaction, observation)
        : acknowledgeOnce(transaction)
    case 'expired':
    case 'unknown':
    case 'unsent':
      return isPastExpiry(transaction, observation.tipHeight)
        ? decideAfterExpiry(transaction, observation)
        : decideWhileMissing(transaction, observation)
  }
}

/** Whether no block above `tipHeight` can hold the transaction. */
export function isPastExpiry(
  { referenceHeight }: Pick<LiveTransaction, 'referenceHeight'>,
  tipHeight: number,
): boolean {
  return tipHeight > referenceHeight + EXPIRY_BLOCKS
}

function decideAfterSeal(error: CadenceError | null): Transition {
  if (error === null) return { kind: 'seal' }
  const { kind } = classifyTransactionFailure(error)
  if (kind === 'executed') return { kind: 'revert', problem: error.message }
  return { kind: 'drop', problem: error.message, isRetryable: kind === 'outdated' }
}

function acknowledgeOnce({ isSent }: LiveTransaction): Transition {
  return isSent ? WAIT : { kind: 'acknowledge' }
}

/** A node that says 'expired' before our tip is past the expiry sees further than we do. */
function decideWhileMissing(
  transaction: LiveTransaction,
  { status, tipHeight }: ChainObservation,
): Transition {
  if (status === 'expired') return WAIT
  const { submissions, isAnswered, lastSubmissionHeight } = transaction
  if (submissions === 0 || !isAnswered) return { kind: 'post' }
  return tipHeight >= (lastSubmissionHeight ?? 0) + RESEND_AFTER_BLOCKS ? { kind: 'post' } : WAIT
}

function decideAfterExpiry(
  transaction: LiveTransaction,
  observation: ChainObservation,
): Transition {
  const { sequenceNumber, submissions, referenceHeight } = transaction
  const isSequenceUsed =
    observation.keySequence !== null && observation.keySequence > sequenceNumber
  if (submissions > 0 && (observation.keySequence === null || isSequenceUsed)) {
    const isSearchOver =
      observation.tipHeight > referenceHeight + EXPIRY_BLOCKS + RESULT_SEARCH_BLOCKS
    return isSearchOver && isSequenceUsed ? { kind: 'revert', problem: RESULT_UNKNOWN } : WAIT
  }
  return { kind: 'drop', problem: EXPIRED, isRetryable: true }
}

const EXPIRED = 'The transaction expired before the chain ran it.'

const RESULT_UNKNOWN =
  'The chain used the transaction, but the node cannot tell how it ended: look it up in an explorer.'
