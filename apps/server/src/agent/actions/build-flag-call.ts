import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { flagWallet } from '@app/contracts/transactions.generated.ts'
import { formatMinute } from '@app/values/minute.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import type { QueuedAction } from '../outbox/queries.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'
import { readStandingFlag } from './read-standing-flag.ts'

type FlagAction = Pick<QueuedAction, 'address' | 'caseId' | 'reason' | 'payload'>

/**
 * Builds the call that flags an address under the case of the action. An address that is flagged
 * already needs none.
 */
export async function buildFlagCall(
  reader: NetworkReader,
  { address, caseId, reason, payload }: FlagAction,
): Promise<CadenceCall | CallProblem> {
  if (payload === null || !('reasonCode' in payload))
    return { problem: 'The reason code of the flag was not stored.' }
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  const { flag } = standing
  if (flag !== null) {
    const since = formatMinute(flag.since)
    const problem = `${address} is flagged already, since ${since} under case ${flag.caseId}.`
    return { problem, isMoot: true }
  }
  const { reasonCode } = payload
  return flagWallet({ address, caseId, reasonCode, reasonHash: hashReason(reason) })
}
