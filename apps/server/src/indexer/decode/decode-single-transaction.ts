import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Network } from '@app/values/network.ts'
import { buildRows, type TransactionRows } from './build-rows.ts'
import { decodeTransaction } from './decode-transaction.ts'

/**
 * Builds the rows of the events of one transaction, without its roles. Returns no rows without
 * events.
 */
export function decodeSingleTransaction(
  [first, ...rest]: readonly ChainEvent[],
  network: Network,
): TransactionRows {
  if (first === undefined) return buildRows([], network)
  return buildRows(
    [{ decoded: decodeTransaction([first, ...rest], network), roles: null }],
    network,
  )
}
