import { computeTransactionId } from '@app/flow/send/encode-transaction.ts'
import { EXPIRY_BLOCKS, type Transaction } from '@app/flow/send/transaction.ts'

/** What the chain did with one transaction. */
export interface ExecutedTransaction {
  txId: string
  height: number
  transaction: Transaction
}

/** Why a node refuses a transaction, in its words. */
export type Refusal = string

/** The transactions that a history's node received: what a chain does with keys, numbers and expiry. */
export interface TransactionLedger {
  /** Takes a transaction; returns why it is refused, or `null`. Known ones are refused as duplicates. */
  submit(transaction: Transaction): Refusal | null
  /** Executes what waits, in the order of submission; expired or outnumbered ones end without effect. */
  seal(height: number): void
  find(txId: string): 'waiting' | 'sealed' | 'lost' | null
  sequenceNumber(keyIndex: number): number
  /** In the order of execution. */
  executed: readonly ExecutedTransaction[]
}

export interface LedgerOptions {
  /** Returns the height of a block; `null` for an unknown id. */
  findHeight: (blockId: string) => number | null
}

export function createTransactionLedger({ findHeight }: LedgerOptions): TransactionLedger {
  const waiting = new Map<string, Transaction>()
  const ended = new Map<string, 'sealed' | 'lost'>()
  const sequences = new Map<number, number>()
  const executed: ExecutedTransaction[] = []
  const getSequence = (keyIndex: number) => sequences.get(keyIndex) ?? 0
  const execute = (txId: string, transaction: Transaction, height: number) => {
    const { keyIndex, sequenceNumber } = transaction.proposalKey
    const referenceHeight = findHeight(transaction.referenceBlockId) ?? 0
    const isValid =
      sequenceNumber === getSequence(keyIndex) && height - referenceHeight <= EXPIRY_BLOCKS
    ended.set(txId, isValid ? 'sealed' : 'lost')
    if (!isValid) return
    sequences.set(keyIndex, sequenceNumber + 1)
    executed.push({ txId, height, transaction })
  }
  return {
    submit: (transaction) => {
      const txId = computeTransactionId(transaction)
      if (waiting.has(txId) || ended.has(txId))
        return 'Invalid Flow request: the transaction has already been submitted'
      if (findHeight(transaction.referenceBlockId) === null)
        return 'Invalid: unknown reference block'
      waiting.set(txId, transaction)
      return null
    },
    seal: (height) => {
      for (const [txId, transaction] of waiting) execute(txId, transaction, height)
      waiting.clear()
    },
    find: (txId) => (waiting.has(txId) ? 'waiting' : (ended.get(txId) ?? null)),
    sequenceNumber: getSequence,
    executed,
  }
}
