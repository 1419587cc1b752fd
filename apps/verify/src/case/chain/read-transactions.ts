import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

/** A transaction with the block that it is in. */
export interface SealedTransaction
  extends Pick<TransactionResult, 'txId' | 'status' | 'error' | 'events'> {
  /** `null` where it is in no block. */
  height: number | null
  /** Unix seconds of the block, cut; 0 where it is in none. */
  atSeconds: number
}

export type TransactionReader = (txId: string) => Promise<SealedTransaction>

/** Creates a function that reads each transaction once. */
export function createTransactionReader(flow: FlowReader): TransactionReader {
  const known = new Map<string, Promise<SealedTransaction>>()
  return (txId) => {
    const answer = known.get(txId) ?? readTransaction(flow, txId)
    known.set(txId, answer)
    return answer
  }
}

async function readTransaction(flow: FlowReader, id: string): Promise<SealedTransaction> {
  const { txId, status, error, events, blockId } = await flow.getTransactionResult(id)
  const block = blockId === null ? null : await flow.getBlockById(blockId)
  const atSeconds = Math.floor((block?.timeMs ?? 0) / 1000)
  return { txId, status, error, events, height: block?.height ?? null, atSeconds }
}
