import { getProtectionStatus } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'

/** A flag that stands on the chain. */
export interface StandingFlag {
  number: number
  caseId: string
  /** Unix seconds, like the next. */
  since: bigint
  /** Until when a vote, an appeal, or an approved unfreeze that waits names it, as recorded; 0 for none. */
  namedUntil: bigint
}

/** The contract's `DharmaProtectionTypes.Flag`, decoded by the reader: times in units of 10⁻⁸ seconds. */
type OnchainFlag = Pick<StandingFlag, 'caseId' | 'since' | 'namedUntil'> & { number: bigint }

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
  const { flag } = result.value as { flag: OnchainFlag | null }
  if (flag === null) return { flag }
  const { number, caseId, since, namedUntil } = flag
  return {
    flag: {
      number: Number(number),
      caseId,
      since: since / UNITS_PER_TOKEN,
      namedUntil: namedUntil / UNITS_PER_TOKEN,
    },
  }
}
