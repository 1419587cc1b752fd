import { getEligibility } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type NetworkReader, readContract } from './read-contract.ts'

/** Whether a wallet may vote, as the contracts decide it. */
export interface Eligibility {
  /** Why it may not vote now, by proposal; those on which it may vote are left out. */
  reasons: ReadonlyMap<number, string>
  /** Unix seconds since when its records stand without a break; `null` when they do not. */
  standingSince: number | null
}

/** The script's `Eligibility`, decoded by the reader. */
interface OnchainEligibility {
  reasons: Record<string, string>
  standingSince: bigint | null
}

/**
 * Reads whether a wallet may vote on proposals now; `null` when the contracts are not deployed.
 * Throws `NodeRefusedError` when one of the proposals does not exist.
 */
export async function readEligibility(
  reader: NetworkReader,
  voter: Address,
  proposalIds: readonly number[],
): Promise<Eligibility | null> {
  const call = getEligibility({ voter, ids: [...proposalIds] })
  const result = await readContract(reader, { contract: 'DharmaGovernance', call })
  if (result === null) return null
  const { reasons, standingSince } = result.value as OnchainEligibility
  return {
    reasons: new Map(Object.entries(reasons).map(([id, reason]) => [Number(id), reason])),
    standingSince: standingSince === null ? null : Number(standingSince / UNITS_PER_TOKEN),
  }
}
