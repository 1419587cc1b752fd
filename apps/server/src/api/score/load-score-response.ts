import { createHash } from 'node:crypto'
import type { Meta } from '@app/api/schemas/envelope.ts'
import { type ScoreResult, ScoreResultSchema } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import DataLoader from 'dataloader'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { toScoreResult } from '../../scorer/to-score-result.ts'
import type { Api } from '../api.ts'
import { type Encoding, encodeBody } from '../http/negotiate-response.ts'
import { addDegradedNode } from '../load-response-meta.ts'
import { recomputeScore } from './load-or-compute-score.ts'
import { askNodeForPublishedScore } from './load-published-score.ts'
import type { ShownScore } from './read-shown-scores.ts'
import type { ScoreResponse, ScoreResponses } from './score-response-cache.ts'

type ResponseApi = Pick<Api, 'context' | 'node' | 'readShownScores' | 'missLimiter'>

/**
 * Loads the response with the score of an account: from memory, or from the database while that has an up-to-date score,
 * otherwise with one that is computed now. Throws `account_not_found`, and `rate_limited` when the client has asked for
 * too many that had to be computed.
 */
export async function loadScoreResponse(
  api: ResponseApi & Pick<Api, 'scoreResponses'>,
  { address, encoding }: { address: Address; encoding: Encoding },
  client: string,
): Promise<ScoreResponse> {
  const current = await api.scoreResponses.read(address, encoding)
  return (
    current ?? (await encodeScore(api, await computeShownScore(api, address, client), encoding))
  )
}

const MAX_BATCH = 100

/** Creates a reader of the responses with up-to-date scores. Requests that arrive at the same time share a query. */
export function createResponseReader(
  api: Pick<Api, 'context' | 'node' | 'readShownScores'>,
): ScoreResponses['read'] {
  const loader = new DataLoader<Address, ShownScore | undefined>(
    async (addresses) => {
      const shown = await api.readShownScores(addresses)
      return addresses.map((address) => shown.get(address))
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: setImmediate },
  )
  return async (address, encoding) => {
    const shown = await loader.load(address)
    return shown?.isCurrent ? await encodeScore(api, shown, encoding) : null
  }
}

/**
 * Loads what the responses of some accounts say of their scores, as JSON texts, or why one cannot be loaded: as
 * `loadScoreResponse`, at most `CONCURRENT` computed at a time.
 */
export async function loadScoreTexts(
  api: ResponseApi,
  addresses: readonly Address[],
  client: string,
): Promise<PromiseSettledResult<string>[]> {
  const shown = await api.readShownScores(addresses)
  const loadOne = async (address: Address) => {
    const known = shown.get(address)
    const current = known?.isCurrent ? known : await computeShownScore(api, address, client)
    return JSON.stringify(await describeScore(api, current))
  }
  const texts: PromiseSettledResult<string>[] = []
  for (let from = 0; from < addresses.length; from += CONCURRENT) {
    texts.push(...(await Promise.allSettled(addresses.slice(from, from + CONCURRENT).map(loadOne))))
  }
  return texts
}

/** Those to compute hold a connection each. */
const CONCURRENT = 10

async function computeShownScore(
  api: ResponseApi,
  address: Address,
  client: string,
): Promise<ShownScore> {
  api.missLimiter.count(client)
  return await showScore(api, await recomputeScore(api.context, address))
}

/** Adds to a stored score in its API form what the chain, unless the node does not answer, and the community say. */
export async function loadScoreResult(
  api: Pick<Api, 'context' | 'node' | 'readShownScores'>,
  stored: StoredScore,
): Promise<ScoreResult> {
  return await describeScore(api, await showScore(api, stored))
}

async function showScore(
  { readShownScores }: Pick<Api, 'readShownScores'>,
  stored: StoredScore,
): Promise<ShownScore> {
  const shown = (await readShownScores([stored.address])).get(stored.address)
  if (shown === undefined) throw new Error(`The score of ${stored.address} is not stored.`)
  return { ...shown, stored }
}

/** Builds the response with a score. */
async function encodeScore(
  api: Pick<Api, 'context' | 'node'>,
  shown: ShownScore,
  encoding: Encoding,
): Promise<ScoreResponse> {
  const data = await describeScore(api, shown)
  const meta = addDegradedNode({ latestBlock: shown.latestBlock }, api.node)
  const body = encodeBody(JSON.stringify({ data, meta }), encoding)
  const tag = buildScoreTag(shown, data.published, meta)
  return { body, tag, isOfTables: shown.published !== undefined }
}

async function describeScore(
  api: Pick<Api, 'context' | 'node'>,
  { stored, isFlagged, published: indexed }: ShownScore,
): Promise<ScoreResult> {
  const published =
    indexed === undefined ? await askNodeForPublishedScore(api, stored.address) : indexed
  return {
    ...toScoreResult(stored),
    ...(isFlagged && { improve: [] }),
    ...(published !== undefined && { published }),
  }
}

/** Changes with the form of the responses. */
const SCHEMA_HASH = createHash('sha256')
  .update(JSON.stringify(ScoreResultSchema))
  .digest('hex')
  .slice(0, 12)

/** Names all that decides the data, and the parts that do not work; not the block, which may be a later one. */
function buildScoreTag(
  { stored, isFlagged }: ShownScore,
  published: ScoreResult['published'],
  meta: Meta,
): string {
  const parts = [
    SCHEMA_HASH,
    stored.seq,
    describePublication(published),
    isFlagged ? 'flagged' : 'free',
    (meta.degraded ?? []).map(({ part }) => part).join('.'),
  ]
  return `W/"${parts.join('-')}"`
}

function describePublication(published: ScoreResult['published']): string {
  if (published === undefined) return 'unknown'
  if (published === null) return 'none'
  return `${Date.parse(published.publishedAt)}.${published.evidenceHash.slice(0, 16)}`
}
