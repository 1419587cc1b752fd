import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { EmulatorControl } from '../toolbox/emulator-control.ts'
import type { Chain } from './create-chain.ts'
import type { TransactionRequest } from './transaction-request.ts'

/** The emulated chain and the hand on its clock and blocks. */
export interface ChainHandle {
  chain: Chain
  control: EmulatorControl
}

/**
 * Makes the deeds in their order in one block, in manual mode, and returns their results. Throws
 * `FatalError` with the chain's words when one fails.
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

/** Addresses of the accounts that a transaction opened, in their order. */
export function listCreatedAccounts({ events }: TransactionResult): Address[] {
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ fields }) => toAddress(String(fields.address)))
}
