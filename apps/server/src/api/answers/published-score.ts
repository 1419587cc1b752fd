import type { PublishedScore } from '@app/api/published-score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { getScore } from '@app/contracts/scripts.generated.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FACTOR_UNIT, FACTORS, type Factor } from '@app/values/factor.ts'
import { RISK_LEVELS } from '@app/values/risk-level.ts'
import type { Context } from '../../context.ts'
import { ApiFailure } from '../http/api-failure.ts'
import { readPublishTxId } from './action-queries.ts'

/** The contract's `DharmaScore.Record`, as the reader decodes it. */
interface OnchainRecord {
  tenths: bigint
  /** Raw value of its enum, from the worst level on. */
  level: bigint
  factors: bigint[]
  version: string
  evidenceHash: string
  blockHeight: bigint
  /** UFix64 seconds in units of 10⁻⁸. */
  publishedAt: bigint
}

/** The score of an address as the chain holds it now. Throws `not_published` when it holds none. */
export async function publishedScore(context: Context, address: Address): Promise<PublishedScore> {
  const record = await readRecord(context, address)
  if (record === null) throw new ApiFailure('not_published')
  const { version, evidenceHash } = record
  const txId = await readPublishTxId(context, { address, evidenceHash })
  return {
    address,
    score: Number(record.tenths) / 10,
    level: levelOf(record),
    breakdown: breakdownOf(record),
    version,
    evidenceHash,
    blockHeight: Number(record.blockHeight),
    publishedAt: timeOf(record),
    ...(txId !== null && { txId }),
  }
}

async function readRecord({ config, flow }: Context, address: Address) {
  if (CONTRACT_ADDRESSES[config.network].DharmaScore === undefined) {
    throw new ApiFailure('contract_not_deployed')
  }
  const { cadence, args } = getScore({ address })
  try {
    return (await flow.script(
      resolveImports(cadence, config.network),
      args,
    )) as OnchainRecord | null
  } catch (error) {
    if (!isWithoutContract(error)) throw error
    throw new ApiFailure('contract_not_deployed')
  }
}

/** The node has nothing at the address where the contract is expected. */
const isWithoutContract = (error: unknown): boolean =>
  error instanceof NodeRefusedError && /cannot find (contract|declaration|type)/.test(error.text)

function levelOf({ level }: OnchainRecord): PublishedScore['level'] {
  const name = RISK_LEVELS[Number(level)]
  if (name === undefined) throw new RangeError(`the chain's level ${level} is none that is known`)
  return name
}

function breakdownOf({ factors }: OnchainRecord): Record<Factor, number> {
  const entries = FACTORS.map((factor, index) => [factor, Number(factors[index]) / FACTOR_UNIT])
  return Object.fromEntries(entries) as Record<Factor, number>
}

function timeOf({ publishedAt }: OnchainRecord): string {
  return new Date(Number((publishedAt * 1000n) / UNITS_PER_TOKEN)).toISOString()
}
