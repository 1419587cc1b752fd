import { getProtectionStatus } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'

/** A flag that stands on the chain. */
export interface StandingFlag {
  caseId: string
  /** Unix seconds. */
  since: bigint
}

/**
 * Reads the flag that stands at the latest block, by the rules of time and votes; `flag` is `null`
 * when there is none. Returns `null` when the contract is not deployed.
 */
export async function readStandingFlag(
  reader: NetworkReader,
  address: Address,
): Promise<{ flag: StandingFlag | null } | null> {
  const call = getProtectionStatus({ address })
  const result = await readContract(reader, { contract: 'DharmaProtection', call })
  if (result === null) return null
  const { flag } = result.value as { flag: StandingFlag | null }
  if (flag === null) return { flag }
  return { flag: { caseId: flag.caseId, since: flag.since / UNITS_PER_TOKEN } }
}
