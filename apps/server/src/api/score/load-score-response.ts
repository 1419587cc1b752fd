import type { Meta } from '@app/api/schemas/envelope.ts'
import type { PublishedScore, ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { finishGzip, type GzipStart, readGzipStart } from '../../scorer/gzip-start.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { toScoreResult } from '../../scorer/to-score-result.ts'
import {
  RESPONSE_FORMAT,
  RESPONSE_START,
  type StartedResponse,
  startScoreResponse,
  writeCachedResponse,
} from '../../scorer/write-cached-response.ts'
import type { Api } from '../api.ts'
import { addDegradedNode, loadResponseMeta } from '../load-response-meta.ts'
import { findCurrentScore, recomputeScore } from './load-or-compute-score.ts'
import { askNodeForPublishedScore, findPublishedScore } from './load-published-score.ts'
import { isFlagged } from './read-score-state.ts'

/** The response with a score, ready to be sent. */
interface ScoreResponse {
  /** The beginning of the response, up to the last fields of the score. */
  start: GzipStart
  /** The last fields of the score, and its closing brace. */
  end: string
  meta: Meta
  /** Weak entity tag. */
  tag: string
}

type ResponseApi = Pick<Api, 'context' | 'node' | 'cachedResponses' | 'missLimiter'>

/**
 * Loads the response with the score of an account: the cached one while it is up to date, otherwise one that is built
 * from a score that is computed now where that is needed. Throws `account_not_found`, and `rate_limited` when the client has
 * asked for too many that had to be computed.
 */
export async function loadScoreResponse(
  api: ResponseApi,
  address: Address,
  client: string,
): Promise<ScoreResponse> {
  const cached = await findCachedResponse(api, address)
  if (cached !== null) return cached
  const current = await findCurrentScore(api.context, address)
  if (current !== null) return await buildScoreResponse(api, await cacheResponse(api, current))
  api.missLimiter.count(client)
  return await buildScoreResponse(api, await recomputeScore(api.context, address))
}

/** After an update to another format, the first read of a score caches its response again. */
async function cacheResponse({ context }: ResponseApi, stored: StoredScore): Promise<StoredScore> {
  await writeCachedResponse(context.db, stored).catch((error: unknown) => {
    context.log.warn(
      { err: error, address: stored.address },
      'The response with a score was not cached',
    )
  })
  return stored
}

/** Returns `null` where no response is cached, or not an up-to-date one. */
async function findCachedResponse(
  api: ResponseApi,
  address: Address,
): Promise<ScoreResponse | null> {
  const cached = await api.cachedResponses.read(address)
  if (cached === null) return null
  const { start, improve, seq, latestBlock, isFlagged } = cached
  const published =
    cached.published === undefined ? await askNodeForPublishedScore(api, address) : cached.published
  const meta = addDegradedNode({ latestBlock }, api.node)
  const context = { published, isFlagged }
  return toScoreResponse({ seq, start, improve }, context, meta)
}

async function buildScoreResponse(api: ResponseApi, stored: StoredScore): Promise<ScoreResponse> {
  const [context, meta] = await Promise.all([
    loadScoreContext(api, stored.address),
    loadResponseMeta(api),
  ])
  const started = startScoreResponse(toScoreResult(stored))
  return toScoreResponse({ seq: stored.seq, ...started }, context, meta)
}

/** Nobody is advised on how to look better while a flag stands. */
function toScoreResponse(
  { seq, start, improve }: StartedResponse & { seq: number },
  { published, isFlagged }: ScoreContext,
  meta: Meta,
): ScoreResponse {
  const publication = published === undefined ? '' : `,"published":${JSON.stringify(published)}`
  const end = `,"improve":${isFlagged ? '[]' : improve}${publication}}`
  return { start, end, meta, tag: buildScoreTag(seq, { published, isFlagged, meta }) }
}

/** Returns the score of a response as JSON text. */
export const toScoreJson = ({ start, end }: ScoreResponse): string =>
  readGzipStart(start).slice(RESPONSE_START.length) + end

/** Returns the response as JSON text. */
export const toResponseJson = (response: ScoreResponse): string =>
  readGzipStart(response.start) + buildRest(response)

/** Returns the same compressed by gzip. */
export const toResponseGzip = (response: ScoreResponse): Buffer =>
  finishGzip(response.start, buildRest(response))

const buildRest = ({ end, meta }: ScoreResponse): string => `${end},"meta":${JSON.stringify(meta)}}`

/** Names all that decides the data, and the parts that do not work; not the block, which may be a later one. */
function buildScoreTag(
  seq: number,
  { published, isFlagged, meta }: ScoreContext & { meta: Meta },
): string {
  const parts = [
    RESPONSE_FORMAT.replaceAll(' ', '.'),
    seq,
    describePublication(published),
    isFlagged ? 'flagged' : 'free',
    (meta.degraded ?? []).map(({ part }) => part).join('.'),
  ]
  return `W/"${parts.join('-')}"`
}

function describePublication(published: ScoreContext['published']): string {
  if (published === undefined) return 'unknown'
  if (published === null) return 'none'
  return `${Date.parse(published.publishedAt)}.${published.evidenceHash.slice(0, 16)}`
}

/**
 * Loads the answer for a stored score: with its record on the chain, unless the node does not answer,
 * and without advice for a flagged wallet.
 */
export async function loadScoreResult(
  api: Pick<Api, 'context' | 'node'>,
  stored: StoredScore,
): Promise<ScoreResult> {
  return toScoreResultInContext(stored, await loadScoreContext(api, stored.address))
}

/** Loads what an answer says beside the stored score; `published` is `undefined` while the node does not answer. */
async function loadScoreContext(
  api: Pick<Api, 'context' | 'node'>,
  address: Address,
): Promise<ScoreContext> {
  const [published, flagged] = await Promise.all([
    findPublishedScore(api, address),
    isFlagged(api.context, address),
  ])
  return { published, isFlagged: flagged }
}

/** What an answer says beside the stored score. */
interface ScoreContext {
  /** The record on the chain; `null` where there is none, `undefined` while it cannot be read. */
  published: PublishedScore | null | undefined
  /** Whether a flag stands: nobody is advised on how to look better then. */
  isFlagged: boolean
}

/** Adds to a stored score in its API form what the chain and the community say. */
function toScoreResultInContext(
  stored: StoredScore,
  { published, isFlagged }: ScoreContext,
): ScoreResult {
  return {
    ...toScoreResult(stored),
    ...(isFlagged && { improve: [] }),
    ...(published !== undefined && { published }),
  }
}
