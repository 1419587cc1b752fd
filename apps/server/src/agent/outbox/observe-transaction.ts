import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type ChainObservation, isPastExpiry } from './decide-transition.ts'
import type { StoredTransaction } from './queries.ts'

/**
 * Reads the state of a live transaction from the chain. The sequence number is read at exactly
 * `tipHeight`: a node without that block then fails instead of returning an outdated number.
 */
export async function observeTransaction(
  flow: FlowReader,
  transaction: StoredTransaction,
  tipHeight: number,
): Promise<ChainObservation> {
  const { txId, submissions } = transaction
  if (submissions === 0) return { tipHeight, status: 'unsent', error: null, keySequence: null }
  const { status, error } = await flow.getTransactionResult(txId)
  const keySequence = isPastExpiry(transaction, tipHeight)
    ? await readKeySequence(flow, transaction, tipHeight)
    : null
  return { tipHeight, status, error, keySequence }
}

async function readKeySequence(
  flow: FlowReader,
  { keyAddress, keyIndex }: StoredTransaction,
  height: number,
): Promise<number | null> {
  const account = await flow.getAccount(keyAddress, height)
  return account?.keys.find(({ index }) => index === keyIndex)?.sequenceNumber ?? null
}
