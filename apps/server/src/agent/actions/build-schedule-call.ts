import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getNextRun } from '@app/contracts/scripts.generated.ts'
import { reviveRechecks, watchWallet } from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'

/**
 * Builds the call that starts the rechecks of an address, or restarts the overdue recheck of a
 * watched address. Returns `null` when the contract is not deployed.
 */
export async function buildScheduleCall(
  reader: NetworkReader,
  address: Address,
): Promise<CadenceCall | null> {
  const call = getNextRun({ address })
  const nextRun = await readContract(reader, { contract: 'DharmaRecheck', call })
  if (nextRun === null) return null
  return nextRun.value === null
    ? watchWallet({ address })
    : reviveRechecks({ addresses: [address] })
}
