import {
  type CadenceError,
  classifyTransactionFailure,
} from '@app/flow/decode/classify-transaction-failure.ts'
import type { TransactionStatus } from '@app/flow/read/chain.ts'
import { EXPIRY_BLOCKS, RESEND_AFTER_BLOCKS } from '@app/flow/send/transaction.ts'

/** The stored state of a signed transaction that can still be executed. */
export interface LiveTransaction {
  sequenceNumber: number
  referenceHeight: number
  /** Number of attempts to send it, counted before each attempt. */
  submissions: number
  /** Height of the tip at the last attempt. */
  lastSubmissionHeight: number | null
  /** A node accepted it, or refused it after an attempt with an unknown result. */
  isAnswered: boolean
  /** Whether its action is marked as sent. */
  isSent: boolean
}

/** The state of the chain that concerns one transaction, read at one time. */
export interface ChainObservation {
  /** Height of the latest sealed block. */
  tipHeight: number
  /** `unsent`: no attempt was made, so the node was not asked. */
  status: TransactionStatus | 'unsent'
  error: CadenceError | null
  /** Sequence number of its proposal key at `tipHeight`; read only when `isPastExpiry`, else `null`. */
  keySequence: number | null
}

export type Transition =
  | { kind: 'wait' }
  /** Sends the signed transaction, for the first time or again. */
  | { kind: 'post' }
  /** Records that a node has it. */
  | { kind: 'acknowledge' }
  | { kind: 'seal' }
  /** It was executed and failed. */
  | { kind: 'revert'; problem: string }
  /** It was not executed and never will be; `isRetryable`: a new transaction may replace it. */
  | { kind: 'drop'; problem: string; isRetryable: boolean }

/** Number of blocks during which the result of an executed transaction is requested. */
const RESULT_SEARCH_BLOCKS = 600

const WAIT: Transition = { kind: 'wait' }

/**
 * Returns the next transition of a live transaction. A new transaction for the same action is
 * signed only after `drop`, which requires proof that this one was never executed: the chain
 * reported it, or the transaction has expired and the sequence number of its key is unused.
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
      return acknowledgeUnlessSent(transaction)
    case 'pending':
      return isPastExpiry(transaction, observation.tipHeight)
        ? decideAfterExpiry(transaction, observation)
        : acknowledgeUnlessSent(transaction)
    case 'expired':
    case 'unknown':
    case 'unsent':
      return isPastExpiry(transaction, observation.tipHeight)
        ? decideAfterExpiry(transaction, observation)
        : decideWhileMissing(transaction, observation)
  }
}

/** Returns whether no block above `tipHeight` can contain the transaction. */
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

function acknowledgeUnlessSent({ isSent }: LiveTransaction): Transition {
  return isSent ? WAIT : { kind: 'acknowledge' }
}

/**
 * Sends a transaction that the node does not find, after `RESEND_AFTER_BLOCKS` if a node accepted
 * it before. Waits when the node reports 'expired', because its tip may be higher than `tipHeight`.
 */
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
