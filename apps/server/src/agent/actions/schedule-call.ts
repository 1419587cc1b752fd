import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getNextRun } from '@app/contracts/scripts.generated.ts'
import { reviveRechecks, watchWallet } from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { askContract, type ChainPlace } from '../../onchain/ask-contract.ts'

/** Starts the rechecks of an address, or revives the overdue one of a watched address; `null` without the contract. */
export async function scheduleCall(
  place: ChainPlace,
  address: Address,
): Promise<CadenceCall | null> {
  const call = getNextRun({ address })
  const next = await askContract(place, { contract: 'DharmaRecheck', call })
  if (next === null) return null
  return next.answer === null ? watchWallet({ address }) : reviveRechecks({ addresses: [address] })
}
