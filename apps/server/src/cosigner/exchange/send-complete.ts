import { NodeRefusedError } from '@app/flow/errors.ts'
import { computeTransactionId } from '@app/flow/send/encode-transaction.ts'
import { postTransaction } from '@app/flow/send/post-transaction.ts'
import { RESEND_AFTER_BLOCKS, type Transaction } from '@app/flow/send/transaction.ts'
import type { Cosigner } from '../cosigner.ts'

/**
 * Sends a complete transaction that the node does not have. Any signer may, as often as it likes:
 * the chain executes it once. `sentAt` has the height of the last submission by transaction id.
 * Returns a sentence when the node refuses it.
 */
export async function sendComplete(
  { node, flow, context }: Cosigner,
  transaction: Transaction,
  { tipHeight, sentAt }: { tipHeight: number; sentAt: Map<string, number> },
): Promise<string | null> {
  const txId = computeTransactionId(transaction)
  if (tipHeight < (sentAt.get(txId) ?? Number.NEGATIVE_INFINITY) + RESEND_AFTER_BLOCKS) return null
  const { status } = await flow.getTransactionResult(txId)
  if (status !== 'unknown') return null
  context.log.info({ txId }, 'sending the execution of a proposal')
  try {
    await postTransaction(node, transaction)
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    context.log.warn({ txId, err: error }, 'the node refused the execution of a proposal')
    return `the node refused its transaction ${txId}`
  }
  sentAt.set(txId, tipHeight)
  return null
}
