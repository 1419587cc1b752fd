import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { TransactionRoles } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'

/** Age after which every node has a transaction: a lagging node may lack newer ones. */
const SETTLEMENT_MS = 120_000

/** Maximum number of concurrent calls; the reader limits their rate. */
const MAX_CONCURRENT_CALLS = 8

/**
 * Fetches the roles of each transaction by id. A transaction that the node does not find although
 * its block was sealed well before `tipMs` is a system transaction without roles.
 */
export async function fetchRoles(
  flow: Pick<FlowReader, 'getTransactionRoles'>,
  transactions: readonly DecodedTransaction[],
  tipMs: number,
): Promise<Map<string, TransactionRoles>> {
  const roles = new Map<string, TransactionRoles>()
  const pending = [...transactions]
  const fetchPending = async () => {
    for (let asked = pending.pop(); asked !== undefined; asked = pending.pop()) {
      const isSettled = tipMs - asked.blockMs > SETTLEMENT_MS
      const answer = await fetchTransactionRoles(flow, asked.txId, isSettled)
      if (answer !== null) roles.set(asked.txId, answer)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, fetchPending))
  return roles
}

async function fetchTransactionRoles(
  flow: Pick<FlowReader, 'getTransactionRoles'>,
  txId: string,
  isSettled: boolean,
): Promise<TransactionRoles | null> {
  try {
    return await flow.getTransactionRoles(txId)
  } catch (error) {
    if (isSettled && error instanceof NodeNotFoundError) return null
    throw error
  }
}
