import { classifyTransactionRefusal } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { RetryableError } from '@app/values/errors.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { isMootFailure } from '../actions/is-moot-failure.ts'
import type { Transition } from './decide-transition.ts'
import { formatSendError } from './format-send-error.ts'
import type { Outbox } from './outbox.ts'
import type { StoredTransaction } from './queries.ts'
import {
  markTransactionEnded,
  markTransactionSent,
  recordSubmissionAttempt,
  recordSubmissionProblem,
} from './write-transaction.ts'

/** Maximum number of transactions signed for one action before it fails. */
const MAX_ATTEMPTS = 3

/** Carries out the transition of a live transaction. Rethrows errors of the node. */
export async function applyTransition(
  outbox: Outbox,
  transaction: StoredTransaction,
  { transition, tipHeight }: { transition: Transition; tipHeight: number },
): Promise<void> {
  const { db } = outbox.context
  switch (transition.kind) {
    case 'wait':
      return
    case 'acknowledge':
      return await markTransactionSent(db, transaction)
    case 'post':
      return await submitTransaction(outbox, transaction, tipHeight)
    case 'seal':
      return await recordSealed(outbox, transaction)
    case 'revert':
      return await recordReverted(outbox, transaction, transition.problem)
    case 'drop':
      return await recordDropped(outbox, transaction, transition)
  }
}

async function submitTransaction(
  outbox: Outbox,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<void> {
  const { db } = outbox.context
  await recordSubmissionAttempt(db, transaction, tipHeight)
  try {
    await postTransaction(outbox.node, transaction.signed)
  } catch (error) {
    if (error instanceof NodeRefusedError)
      return await retryOrDropRefused(outbox, transaction, error)
    if (error instanceof RetryableError) {
      await recordSubmissionProblem(db, transaction, {
        problem: formatSendError(error),
        isAnswered: false,
      })
    }
    throw error
  }
  await markTransactionSent(db, transaction)
}

/**
 * Ends the transaction as dropped after a refusal. Only records the problem when an earlier attempt
 * may have reached another node.
 */
async function retryOrDropRefused(
  outbox: Outbox,
  transaction: StoredTransaction,
  error: NodeRefusedError,
): Promise<void> {
  const { db, log } = outbox.context
  log.warn({ err: error, txId: transaction.txId }, 'the node refused a transaction')
  const problem = formatSendError(error)
  if (transaction.submissions > 0) {
    return await recordSubmissionProblem(db, transaction, { problem, isAnswered: true })
  }
  await recordDropped(outbox, transaction, {
    problem,
    isRetryable: classifyTransactionRefusal(error.text) === 'outdated',
  })
}

async function recordSealed(
  { context, flow }: Outbox,
  transaction: StoredTransaction,
): Promise<void> {
  const { height } = await flow.getLatestBlock()
  const { txId } = transaction
  await markTransactionEnded(context.db, transaction, {
    outcome: 'sealed',
    problem: null,
    action: { status: 'sealed', txId, sealedHeight: height, problem: null },
  })
}

async function recordReverted(
  { context }: Outbox,
  transaction: StoredTransaction,
  message: string,
): Promise<void> {
  const { txId, kind } = transaction
  const problem = formatContractSentence(message)
  await markTransactionEnded(context.db, transaction, {
    outcome: 'reverted',
    problem,
    action: { status: 'failed', txId, problem, isMoot: isMootFailure(kind, problem) },
  })
}

async function recordDropped(
  { context }: Outbox,
  transaction: StoredTransaction,
  { problem, isRetryable }: { problem: string; isRetryable: boolean },
): Promise<void> {
  const canRetry = isRetryable && transaction.attempts < MAX_ATTEMPTS
  await markTransactionEnded(context.db, transaction, {
    outcome: 'dropped',
    problem,
    action: { status: canRetry ? 'queued' : 'failed', txId: null, problem },
  })
}
