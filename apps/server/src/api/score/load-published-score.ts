import type { PublishedScore } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { type PublishedRecord, readPublished } from '../../flow-access/read-published.ts'
import { withTimeout } from '../../flow-access/track-node-health.ts'
import type { Context } from '../../runtime/context.ts'
import { readPublishTxId } from '../actions/read-actions.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { buildPublishedScore } from './read-publications.ts'

/** How long an answer waits for the node, and how long while the node did not answer the last call. */
const NODE_TIMEOUT_MS = 2_000
const OUTAGE_TIMEOUT_MS = 500

/**
 * Reads the published score that counts for an address from the chain. Throws `not_published` when there
 * is none.
 */
export async function loadPublishedScore(
  context: Context,
  address: Address,
): Promise<PublishedScore> {
  const published = await readPublishedOnNetwork(context, address)
  if (published === null) throw new ApiFailure('contract_not_deployed')
  if (published.record === null) throw new ApiFailure('not_published')
  return await toPublishedScore(context, address, published.record)
}

/** Returns `undefined` when the node does not answer in time. */
export async function askNodeForPublishedScore(
  { context, node }: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<PublishedScore | null | undefined> {
  const timeoutMs = node.state().outage === null ? NODE_TIMEOUT_MS : OUTAGE_TIMEOUT_MS
  const found = readRecordOnChain(context, address).catch((error: unknown) => {
    context.log.debug({ err: error, address }, 'The published score was not read')
    return undefined
  })
  return await withTimeout(found, { timeoutMs, onTimeout: () => undefined })
}

async function readRecordOnChain(
  context: Context,
  address: Address,
): Promise<PublishedScore | null> {
  const record = (await readPublishedOnNetwork(context, address))?.record ?? null
  return record === null ? null : await toPublishedScore(context, address, record)
}

const readPublishedOnNetwork = ({ config, flow }: Context, address: Address) =>
  readPublished({ flow, network: config.network }, address)

async function toPublishedScore(
  context: Context,
  address: Address,
  record: PublishedRecord,
): Promise<PublishedScore> {
  const { evidenceHash } = record
  const txId = await readPublishTxId(context, { address, evidenceHash })
  return buildPublishedScore(record, { address, txId })
}
