import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { unflagWallet } from '@app/contracts/transactions.generated.ts'
import type { Address } from '@app/values/address.ts'
import type { NetworkReader } from '../../flow-access/read-contract.ts'
import { buildMissingContractProblem, type CallProblem } from './call-problem.ts'
import { readStandingFlag } from './read-standing-flag.ts'

/**
 * Builds the call that lifts the flag of an address. An address whose flag was lifted in the
 * meantime, such as by an appeal, needs none.
 */
export async function buildUnflagCall(
  reader: NetworkReader,
  { address }: { address: Address },
): Promise<CadenceCall | CallProblem> {
  const standing = await readStandingFlag(reader, address)
  if (standing === null) return buildMissingContractProblem('DharmaProtection', reader.network)
  if (standing.flag !== null) return unflagWallet({ address })
  return { problem: `The flag of ${address} was lifted already.`, isMoot: true }
}
