import type { PublishedScore } from '@app/api/schemas/published-score.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT, type Factor, mapFactors } from '@app/values/factor.ts'
import { type PublishedRecord, readPublished } from '../../flow-access/read-published.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { readPublishTxId } from './read-actions.ts'

/**
 * Reads the latest published score of an address from the chain. Throws `not_published` when there
 * is none.
 */
export async function loadPublishedScore(
  context: Context,
  address: Address,
): Promise<PublishedScore> {
  const { score, level, version, evidenceHash, blockHeight, ...record } = await readPublishedRecord(
    context,
    address,
  )
  const txId = await readPublishTxId(context, { address, evidenceHash })
  return {
    address,
    score,
    level,
    breakdown: toBreakdown(record),
    version,
    evidenceHash,
    blockHeight,
    publishedAt: new Date(record.publishedAtMs).toISOString(),
    ...(txId !== null && { txId }),
  }
}

async function readPublishedRecord(
  { config, flow }: Context,
  address: Address,
): Promise<PublishedRecord> {
  const published = await readPublished({ flow, network: config.network }, address)
  if (published === null) throw new ApiFailure('contract_not_deployed')
  if (published.latest === null) throw new ApiFailure('not_published')
  return published.latest
}

function toBreakdown({ factors }: Pick<PublishedRecord, 'factors'>): Record<Factor, number> {
  return mapFactors((factor) => factors[factor] / FACTOR_UNIT)
}
