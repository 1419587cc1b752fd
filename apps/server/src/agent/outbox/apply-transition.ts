import { classifyTransactionRefusal } from '@app/flow/decode/classify-transaction-failure.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { RetryableError } from '@app/values/errors.ts'
import { formatContractSentence } from '../../flow-access/format-contract-sentence.ts'
import { isMootFailure } from '../actions/is-moot-failure.ts'
import type { Transition } from './decide-transition.ts'
import { formatSendError } from './format-send-error.ts'
import { getLeasedTables, type LeasedOutbox } from './outbox.ts'
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
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  { transition, tipHeight }: { transition: Transition; tipHeight: number },
): Promise<void> {
  switch (transition.kind) {
    case 'wait':
      return
    case 'acknowledge':
      return await markTransactionSent(getLeasedTables(outbox), transaction)
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
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<void> {
  const tables = getLeasedTables(outbox)
  await recordSubmissionAttempt(tables, transaction, tipHeight)
  try {
    await postTransaction(outbox.node, transaction.signed)
  } catch (error) {
    if (error instanceof NodeRefusedError)
      return await retryOrDropRefused(outbox, transaction, error)
    if (error instanceof RetryableError) {
      await recordSubmissionProblem(tables, transaction, {
        problem: formatSendError(error),
        isAnswered: false,
      })
    }
    throw error
  }
  await markTransactionSent(getLeasedTables(outbox), transaction)
}

/**
 * Ends the transaction as dropped after a refusal. Only records the problem when an earlier attempt
 * may have reached another node.
 */
async function retryOrDropRefused(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  error: NodeRefusedError,
): Promise<void> {
  outbox.context.log.warn({ err: error, txId: transaction.txId }, 'the node refused a transaction')
  const problem = formatSendError(error)
  if (transaction.submissions > 0) {
    const answered = { problem, isAnswered: true }
    return await recordSubmissionProblem(getLeasedTables(outbox), transaction, answered)
  }
  await recordDropped(outbox, transaction, {
    problem,
    isRetryable: classifyTransactionRefusal(error.text) === 'outdated',
  })
}

async function recordSealed(outbox: LeasedOutbox, transaction: StoredTransaction): Promise<void> {
  const { height } = await outbox.flow.getLatestBlock()
  const { txId } = transaction
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'sealed',
    problem: null,
    action: { status: 'sealed', txId, sealedHeight: height, problem: null },
  })
}

async function recordReverted(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  message: string,
): Promise<void> {
  const { txId, kind } = transaction
  const problem = formatContractSentence(message)
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'reverted',
    problem,
    action: { status: 'failed', txId, problem, isMoot: isMootFailure(kind, problem) },
  })
}

async function recordDropped(
  outbox: LeasedOutbox,
  transaction: StoredTransaction,
  { problem, isRetryable }: { problem: string; isRetryable: boolean },
): Promise<void> {
  const canRetry = isRetryable && transaction.attempts < MAX_ATTEMPTS
  await markTransactionEnded(getLeasedTables(outbox), transaction, {
    outcome: 'dropped',
    problem,
    action: { status: canRetry ? 'queued' : 'failed', txId: null, problem },
  })
}
