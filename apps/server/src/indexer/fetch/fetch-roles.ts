import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { TransactionRoles } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'

/** A node that is behind does not know the newest transactions yet. */
const SETTLED_AFTER_MS = 120_000

/** Questions that wait for an answer at a time; the reader keeps the rate. */
const AT_ONCE = 8

/**
 * Who had which part in each transaction, by its id. One that the node does not know, though its block was
 * sealed a while before `tipMs`, was run by the chain itself and has no roles.
 */
export async function fetchRoles(
  flow: Pick<FlowReader, 'transaction'>,
  transactions: readonly DecodedTransaction[],
  tipMs: number,
): Promise<Map<string, TransactionRoles>> {
  const roles = new Map<string, TransactionRoles>()
  const pending = [...transactions]
  const ask = async () => {
    for (let asked = pending.pop(); asked !== undefined; asked = pending.pop()) {
      const isSettled = tipMs - asked.blockMs > SETTLED_AFTER_MS
      const answer = await rolesOf(flow, asked.txId, isSettled)
      if (answer !== null) roles.set(asked.txId, answer)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return roles
}

async function rolesOf(
  flow: Pick<FlowReader, 'transaction'>,
  txId: string,
  isSettled: boolean,
): Promise<TransactionRoles | null> {
  try {
    return await flow.transaction(txId)
  } catch (error) {
    if (isSettled && error instanceof NodeNotFoundError) return null
    throw error
  }
}
