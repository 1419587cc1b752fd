import { getEligibility } from '@app/contracts/calls.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type NetworkReader, readContract } from './read-contract.ts'

/** Whether a wallet may vote, as the contracts decide it. Times are Unix seconds. */
export interface Eligibility {
  /** Why it may not vote now, by proposal; those on which it may vote are left out. */
  reasons: ReadonlyMap<number, string>
  /**
   * For which of these only the age of the publisher's record is in the way: the least score, 0 to 100, that has to be
   * published again to vote.
   */
  refreshScores: ReadonlyMap<number, number>
  /** When the publisher last published the wallet, in Unix milliseconds; `null` when it never did. */
  publishedAtMs: number | null
  /** Since when its records stand without a break; `null` when they do not. */
  standingSince: number | null
  /** Time and height of the block to which all this belongs. */
  now: number
  height: number
}

/** The script's `Eligibility`, decoded by the reader. */
interface OnchainEligibility {
  reasons: Record<string, string>
  refreshTenths: Record<string, bigint>
  publishedAt: bigint | null
  standingSince: bigint | null
  now: bigint
  height: bigint
}

export interface EligibilityQuestion {
  voter: Address
  ids: readonly number[]
  /** Whose record of the voter may be refreshed; `null`: nobody's. */
  publisher: Address | null
}

/**
 * Reads whether a wallet may vote on proposals now; `null` when the contracts are not deployed.
 * Throws `NodeRefusedError` when one of the proposals does not exist.
 */
export async function readEligibility(
  reader: NetworkReader,
  { voter, ids, publisher }: EligibilityQuestion,
): Promise<Eligibility | null> {
  const call = getEligibility({ voter, ids: [...ids], publisher })
  const result = await readContract(reader, { contract: 'DharmaGovernance', call })
  if (result === null) return null
  const answer = result.value as OnchainEligibility
  const { publishedAt, standingSince } = answer
  return {
    reasons: mapById(answer.reasons, (reason) => reason),
    refreshScores: mapById(answer.refreshTenths, (tenths) => Number(tenths) / 10),
    publishedAtMs: publishedAt === null ? null : Number((publishedAt * 1000n) / UNITS_PER_TOKEN),
    standingSince: standingSince === null ? null : Number(standingSince / UNITS_PER_TOKEN),
    now: Number(answer.now / UNITS_PER_TOKEN),
    height: Number(answer.height),
  }
}

const mapById = <From, To>(values: Record<string, From>, convert: (value: From) => To) =>
  new Map(Object.entries(values).map(([id, value]) => [Number(id), convert(value)]))
