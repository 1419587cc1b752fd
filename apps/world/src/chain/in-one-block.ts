import type { TransactionResult } from '@app/flow/read/chain.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import type { Control } from '../toolbox/control.ts'
import type { Chain } from './create-chain.ts'
import type { Deed } from './deed.ts'

/** The emulated chain and the hand on its clock and blocks. */
export interface Place {
  chain: Chain
  control: Control
}

/**
 * Makes the deeds in their order in one block, in manual mode, and returns their results. Throws
 * `FatalError` with the chain's words when one fails.
 */
export async function inOneBlock(
  { chain, control }: Place,
  deeds: readonly Deed[],
): Promise<TransactionResult[]> {
  const sent: string[] = []
  for (const deed of deeds) sent.push(await chain.send(deed))
  await control.commitBlocks()
  return Promise.all(sent.map((txId) => chain.settle(txId)))
}

/** Addresses of the accounts that a transaction opened, in their order. */
export function openedAccounts({ events }: TransactionResult): Address[] {
  return events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map(({ fields }) => toAddress(String(fields.address)))
}
