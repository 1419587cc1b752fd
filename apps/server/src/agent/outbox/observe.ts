import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { isPastExpiry, type Sight } from './next-move.ts'
import type { KeptTransaction } from './queries.ts'

/**
 * What the chain tells of a live transaction. The number of its key is asked for at the very tip that
 * makes it too late: a node behind a load balancer that lacks that block says so instead of an old number.
 */
export async function observe(
  flow: FlowReader,
  transaction: KeptTransaction,
  tipHeight: number,
): Promise<Sight> {
  const { txId, tries } = transaction
  if (tries === 0) return { tipHeight, status: 'unsent', error: null, keySequence: null }
  const { status, error } = await flow.transactionResult(txId)
  const keySequence = isPastExpiry(transaction, tipHeight)
    ? await keySequenceAt(flow, transaction, tipHeight)
    : null
  return { tipHeight, status, error, keySequence }
}

async function keySequenceAt(
  flow: FlowReader,
  { keyAddress, keyIndex }: KeptTransaction,
  height: number,
): Promise<number | null> {
  const account = await flow.account(keyAddress, height)
  return account?.keys.find(({ index }) => index === keyIndex)?.sequenceNumber ?? null
}
