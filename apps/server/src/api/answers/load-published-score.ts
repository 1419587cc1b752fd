import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
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
  const published = await readPublishedOnNetwork(context, address)
  if (published === null) throw new ApiFailure('contract_not_deployed')
  if (published.latest === null) throw new ApiFailure('not_published')
  return await toPublishedScore(context, address, published.latest)
}

/** Like `loadPublishedScore`; `null` when nothing is published, or when there is no contract. */
export async function findPublishedScore(
  context: Context,
  address: Address,
): Promise<PublishedScore | null> {
  const latest = (await readPublishedOnNetwork(context, address))?.latest ?? null
  return latest === null ? null : await toPublishedScore(context, address, latest)
}

const readPublishedOnNetwork = ({ config, flow }: Context, address: Address) =>
  readPublished({ flow, network: config.network }, address)

async function toPublishedScore(
  context: Context,
  address: Address,
  { score, level, version, evidenceHash, blockHeight, ...record }: PublishedRecord,
): Promise<PublishedScore> {
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

function toBreakdown({ factors }: Pick<PublishedRecord, 'factors'>): Record<Factor, number> {
  return mapFactors((factor) => factors[factor] / FACTOR_UNIT)
}
