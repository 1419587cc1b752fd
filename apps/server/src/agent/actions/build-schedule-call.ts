import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { getNextRun, getRecoveryAddress } from '@app/contracts/scripts.generated.ts'
import {
  reviveRechecks,
  unwatchWallet,
  watchWallet,
} from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'
import { readStandingFlag } from './read-standing-flag.ts'

/**
 * Builds the call that starts the rechecks of an address, restarts the overdue recheck of a watched
 * address, or ends the rechecks, as the action says.
 */
export async function buildScheduleCall(
  reader: NetworkReader,
  { address, payload }: Pick<QueuedAction, 'address' | 'payload'>,
): Promise<CadenceCall | CallProblem> {
  const call = getNextRun({ address })
  const nextRun = await readContract(reader, { contract: 'DharmaRecheck', call })
  if (nextRun === null) return buildMissingContractProblem('DharmaRecheck', reader.network)
  const isWatched = nextRun.value !== null
  if (payload !== null) return await buildEndCall(reader, { address, isWatched })
  return isWatched ? reviveRechecks({ addresses: [address] }) : watchWallet({ address })
}

/** A flag or a guarded vault that stands keeps its rechecks, whatever this server has indexed. */
async function buildEndCall(
  reader: NetworkReader,
  { address, isWatched }: { address: Address; isWatched: boolean },
): Promise<CadenceCall | CallProblem> {
  if (!isWatched) return { problem: `${address} is not rechecked any more.`, isMoot: true }
  const standing = await readStandingFlag(reader, address)
  if (standing !== null && standing.flag !== null)
    return { problem: `${address} is flagged, so its rechecks go on.`, isMoot: true }
  const call = getRecoveryAddress({ address })
  const vault = await readContract(reader, { contract: 'DharmaVault', call })
  if (vault === null || vault.value === null) return unwatchWallet({ address })
  return { problem: `${address} owns a guarded vault, so its rechecks go on.`, isMoot: true }
}
