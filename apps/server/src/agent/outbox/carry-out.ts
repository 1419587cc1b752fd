import { NodeRefusedError } from '@app/flow/errors.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { RetryableError } from '@app/values/errors.ts'
import { isCuredByFreshBlock } from './never-ran.ts'
import type { Move } from './next-move.ts'
import type { Outbox } from './outbox.ts'
import { problemOf } from './problem-of.ts'
import type { KeptTransaction } from './queries.ts'
import { countTry, endTransaction, markSent, noteProblem } from './write.ts'

/** Transactions signed for one action before it counts as failed. */
const MAX_ATTEMPTS = 3

/** Does what was decided about a live transaction. Throws what a node that is in trouble makes it throw. */
export async function carryOut(
  outbox: Outbox,
  transaction: KeptTransaction,
  { move, tipHeight }: { move: Move; tipHeight: number },
): Promise<void> {
  const { db } = outbox.context
  switch (move.kind) {
    case 'wait':
      return
    case 'acknowledge':
      return await markSent(db, transaction)
    case 'post':
      return await post(outbox, transaction, tipHeight)
    case 'seal':
      return await seal(outbox, transaction)
    case 'revert':
      return await revert(outbox, transaction, move.problem)
    case 'drop':
      return await drop(outbox, transaction, move)
  }
}

async function post(
  outbox: Outbox,
  transaction: KeptTransaction,
  tipHeight: number,
): Promise<void> {
  const { db } = outbox.context
  await countTry(db, transaction, tipHeight)
  try {
    await postTransaction(outbox.node, transaction.signed)
  } catch (error) {
    if (error instanceof NodeRefusedError) return await refused(outbox, transaction, error)
    if (error instanceof RetryableError) {
      await noteProblem(db, transaction, { problem: problemOf(error), isAnswered: false })
    }
    throw error
  }
  await markSent(db, transaction)
}

/** A refusal settles it only when no earlier try may have reached another node. */
async function refused(
  outbox: Outbox,
  transaction: KeptTransaction,
  error: NodeRefusedError,
): Promise<void> {
  const { db, log } = outbox.context
  log.warn({ err: error, txId: transaction.txId }, 'the node refused a transaction')
  const problem = problemOf(error)
  if (transaction.tries > 0) {
    return await noteProblem(db, transaction, { problem, isAnswered: true })
  }
  await drop(outbox, transaction, { problem, isCurable: isCuredByFreshBlock(problem) })
}

async function seal({ context, flow }: Outbox, transaction: KeptTransaction): Promise<void> {
  const { height } = await flow.latestBlock()
  const { txId } = transaction
  await endTransaction(context.db, transaction, {
    outcome: 'sealed',
    problem: null,
    action: { status: 'sealed', txId, sealedHeight: height, problem: null },
  })
}

async function revert(
  { context }: Outbox,
  transaction: KeptTransaction,
  problem: string,
): Promise<void> {
  const { txId } = transaction
  await endTransaction(context.db, transaction, {
    outcome: 'reverted',
    problem,
    action: { status: 'failed', txId, problem },
  })
}

async function drop(
  { context }: Outbox,
  transaction: KeptTransaction,
  { problem, isCurable }: { problem: string; isCurable: boolean },
): Promise<void> {
  const isWorthAnother = isCurable && transaction.attempts < MAX_ATTEMPTS
  await endTransaction(context.db, transaction, {
    outcome: 'dropped',
    problem,
    action: { status: isWorthAnother ? 'queued' : 'failed', txId: null, problem },
  })
}
