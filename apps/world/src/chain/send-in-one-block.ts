import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { EmulatorControl } from '../toolbox/emulator-control.ts'
import type { Chain } from './create-chain.ts'
import type { TransactionRequest } from './transaction-request.ts'

/** The emulated chain with control of its clock and blocks. */
export interface ChainHandle {
  chain: Chain
  control: EmulatorControl
}

/**
 * Submits the transactions in order, commits them in one block (in manual mode) and returns their
 * results. Throws `FatalError` with the chain's message when one fails.
 */
export async function submitInOneBlock(
  { chain, control }: ChainHandle,
  requests: readonly TransactionRequest[],
): Promise<TransactionResult[]> {
  const txIds: string[] = []
  for (const request of requests) txIds.push(await chain.submit(request))
  await control.commitBlocks()
  return Promise.all(txIds.map((txId) => chain.waitUntilSealed(txId)))
}

/** Lists the addresses of the accounts that a transaction created, in order. */
export function listCreatedAccounts({ events }: TransactionResult): Address[] {
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ fields }) => toAddress(String(fields.address)))
}
