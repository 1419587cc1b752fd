import { getHistory, getLiveRecords, getScore } from '@app/contracts/calls.ts'
import { capitalize, describePercent } from '@app/score/inputs/describe-numbers.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { type Factor, mapFactors } from '@app/values/factor.ts'
import { BREAK_BELOW_SCORE } from '@app/values/limits.ts'
import { RISK_LEVELS, type RiskLevel, SUSPECTED_BELOW } from '@app/values/risk-level.ts'
import { type NetworkReader, readContract } from './read-contract.ts'

/** A score record of the contract, which computed score and level itself. */
export interface PublishedRecord {
  /** 0–100 with one decimal. */
  score: number
  level: RiskLevel
  /** In units of 1/10,000. */
  factors: Record<Factor, number>
  version: string
  evidenceHash: string
  /** Height up to which the chain was evaluated for it. */
  blockHeight: number
  /** Unix milliseconds of the block of its latest publication. */
  publishedAtMs: number
  publisher: Address
}

/**
 * Reads the record that counts for an address, that with the lowest score by a live publisher: `record` is
 * `null` when nothing was published. Returns `null` when the contract is not deployed.
 */
export async function readPublished(
  reader: NetworkReader,
  address: Address,
): Promise<{ record: PublishedRecord | null } | null> {
  const result = await readContract(reader, {
    contract: 'DharmaScore',
    call: getScore({ address }),
  })
  if (result === null) return null
  const record = result.value as OnchainRecord | null
  return { record: record === null ? null : toPublishedRecord(record) }
}

/** Reads the latest record of an address by each live publisher; none when the contract is not deployed. */
export async function readLiveRecords(
  reader: NetworkReader,
  address: Address,
): Promise<PublishedRecord[]> {
  const result = await readContract(reader, {
    contract: 'DharmaScore',
    call: getLiveRecords({ address }),
  })
  return result === null ? [] : (result.value as OnchainRecord[]).map(toPublishedRecord)
}

/** Reads all stored records of an address, newest first; `null` when the contract is not deployed. */
export async function readPublishedHistory(
  reader: NetworkReader,
  address: Address,
): Promise<PublishedRecord[] | null> {
  const result = await readContract(reader, {
    contract: 'DharmaScore',
    call: getHistory({ address }),
  })
  return result === null ? null : (result.value as OnchainRecord[]).map(toPublishedRecord)
}

/** The contract's `DharmaScore.Record`, decoded by the reader. */
interface OnchainRecord {
  scoreTenths: bigint
  /** Raw value of its enum; 0 is the worst level. */
  level: bigint
  factors: bigint[]
  version: string
  evidenceHash: string
  blockHeight: bigint
  /** UFix64 seconds in units of 10⁻⁸. */
  publishedAt: bigint
  publisher: Address
}

function toPublishedRecord(record: OnchainRecord): PublishedRecord {
  const { version, evidenceHash, publisher } = record
  return {
    score: Number(record.scoreTenths) / 10,
    level: toRiskLevel(record),
    factors: toFactors(record),
    version,
    evidenceHash,
    blockHeight: Number(record.blockHeight),
    publishedAtMs: Number((record.publishedAt * 1000n) / UNITS_PER_TOKEN),
    publisher,
  }
}

function toRiskLevel({ level }: OnchainRecord): RiskLevel {
  const name = RISK_LEVELS[Number(level)]
  if (name === undefined) throw new RangeError(`the chain's level ${level} is unknown`)
  return name
}

function toFactors({ factors }: OnchainRecord): Record<Factor, number> {
  return mapFactors((_factor, index) => Number(factors[index]))
}

interface ScoreToPublish {
  address: Address
  publisher: string
  /** 0–100. */
  score: number
  /** Covered share of the account's history, 0–1. */
  completeness: number
}

/**
 * Rule 30 of docs/build/governance.md: an index that does not cover the whole history of a voter shows it as unknown,
 * near 50 points, which would stop it from voting for a week. Such a score is not published over a standing record of
 * another publisher. A score that accuses is: silence would let a false record of a thief stand. Returns why a score is
 * not published; `null` when it is.
 */
export async function readUncertainBreak(
  reader: NetworkReader,
  { address, publisher, score, completeness }: ScoreToPublish,
): Promise<string | null> {
  if (completeness >= 1 || score < SUSPECTED_BELOW || score >= BREAK_BELOW_SCORE) return null
  const records = await readLiveRecords(reader, address)
  const standing = records.find(
    (record) => record.publisher !== publisher && record.score >= BREAK_BELOW_SCORE,
  )
  if (standing === undefined) return null
  const share = capitalize(describePercent(completeness))
  return `${share} of the history of ${address} is indexed here: a score of ${score} is not published beside ${standing.score} by ${standing.publisher}, who may know more.`
}
