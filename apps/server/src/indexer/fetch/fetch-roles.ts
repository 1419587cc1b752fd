import { NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'
import type { TransactionRoles } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'

/** Age after which every node has a transaction: a lagging node may lack newer ones. */
const SETTLEMENT_MS = 120_000

/** Maximum number of concurrent calls; the reader limits their rate. */
const MAX_CONCURRENT_CALLS = 8

type RoleReader = Pick<FlowReader, 'getTransactionRoles' | 'getBlockRoles'>
type RolesById = Map<string, TransactionRoles>

/**
 * Fetches the roles of transactions: in one call for each block with several of them, by id for all others. A
 * transaction that the node does not find although its block was sealed well before `tipMs` is a system
 * transaction without roles.
 */
export async function fetchRoles(
  flow: RoleReader,
  transactions: readonly DecodedTransaction[],
  tipMs: number,
): Promise<RolesById> {
  const roles = await fetchBlockRoles(flow, transactions)
  const missing = transactions.filter(({ txId }) => !roles.has(txId))
  await forEachConcurrently(missing, async ({ txId, blockMs }) => {
    const isSettled = tipMs - blockMs > SETTLEMENT_MS
    const answer = await fetchTransactionRoles(flow, txId, isSettled)
    if (answer !== null) roles.set(txId, answer)
  })
  return roles
}

/** Fetches the roles in the blocks with several transactions; fewer from a node that has no such call. */
async function fetchBlockRoles(
  flow: RoleReader,
  transactions: readonly DecodedTransaction[],
): Promise<RolesById> {
  const roles: RolesById = new Map()
  let isSupported = true
  await forEachConcurrently(listSharedHeights(transactions), async (height) => {
    if (!isSupported) return
    const answer = await fetchRolesAtHeight(flow, height)
    isSupported &&= answer !== null
    for (const own of answer ?? []) roles.set(own.txId, own)
  })
  return roles
}

function listSharedHeights(transactions: readonly DecodedTransaction[]): number[] {
  const heights = new Set<number>()
  const shared = new Set<number>()
  for (const { height } of transactions) (heights.has(height) ? shared : heights).add(height)
  return [...shared]
}

/** Returns `null` when the node cannot answer. */
async function fetchRolesAtHeight(
  flow: RoleReader,
  height: number,
): Promise<TransactionRoles[] | null> {
  try {
    return await flow.getBlockRoles(height)
  } catch (error) {
    if (error instanceof NodeNotFoundError || error instanceof NodeRefusedError) return null
    throw error
  }
}

async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const workThrough = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, workThrough))
}

async function fetchTransactionRoles(
  flow: RoleReader,
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
