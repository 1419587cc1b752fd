import { createHash } from 'node:crypto'
import type { BlockRef } from '@app/api/schemas/envelope.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { StoredScore } from '../../scorer/stored-score.ts'
import { toScoreResult } from '../../scorer/to-score-result.ts'
import type { Api } from '../api.ts'
import { type Encoding, encodeBody } from '../http/negotiate-response.ts'
import { addDegradedNode } from '../load-response-meta.ts'
import { recomputeScore } from './load-or-compute-score.ts'
import { askNodeForPublishedScore } from './load-published-score.ts'
import { createScoreStateReader, type ScoreState, type ShownScore } from './read-shown-scores.ts'
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
  if (current !== null) return current
  const computed = await computeShownScore(api, address, client)
  const text = await describeScoreText(api, computed)
  return encodeScore(api, text, computed.latestBlock, encoding)
}

const MAX_BATCH = 100
/** About 50 MB. */
const MAX_TEXTS = 10_000

/**
 * Creates a reader of the responses with up-to-date scores. Requests that arrive at the same time share a query. What a
 * response said last is said again, with the present block, while the database shows that nothing in it has changed: each
 * block outdates every response, but few scores.
 */
export function createResponseReader(
  api: Pick<Api, 'context' | 'node' | 'readShownScores'>,
): ScoreResponses['read'] {
  const texts = new LRUCache<Address, ScoreText>({ max: MAX_TEXTS })
  const loadState = createBatchLoader(createScoreStateReader(api.context))
  const loadScore = createBatchLoader(api.readShownScores)
  return async (address, encoding) => {
    const known = texts.get(address)
    const state = known && (await loadState(address))
    if (state?.isCurrent && known?.identity === identifyState(state)) {
      return encodeScore(api, known, state.latestBlock, encoding)
    }
    const shown = await loadScore(address)
    if (!shown?.isCurrent) return null
    const text = await describeScoreText(api, shown)
    if (text.isOfTables) texts.set(address, text)
    return encodeScore(api, text, shown.latestBlock, encoding)
  }
}

function createBatchLoader<Shown>(
  read: (addresses: readonly Address[]) => Promise<Map<Address, Shown>>,
) {
  const loader = new DataLoader<Address, Shown | undefined>(
    async (addresses) => {
      const shown = await read(addresses)
      return addresses.map((address) => shown.get(address))
    },
    { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: setImmediate },
  )
  return (address: Address) => loader.load(address)
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

/** What a response says of a score, as JSON text. */
interface ScoreText {
  text: string
  hash: string
  /** Of the state that decides the text. */
  identity: string
  /** Whether nothing in it is an answer of the node. */
  isOfTables: boolean
}

async function describeScoreText(
  api: Pick<Api, 'context' | 'node'>,
  shown: ShownScore,
): Promise<ScoreText> {
  const text = JSON.stringify(await describeScore(api, shown))
  return {
    text,
    hash: createHash('sha256').update(text).digest('base64url'),
    identity: identifyState(shown),
    isOfTables: shown.published !== undefined,
  }
}

/** Builds the response with a score. Its tag does not name the block, which may be a later one. */
function encodeScore(
  api: Pick<Api, 'node'>,
  { text, hash, isOfTables }: ScoreText,
  latestBlock: BlockRef,
  encoding: Encoding,
): ScoreResponse {
  const meta = addDegradedNode({ latestBlock }, api.node)
  const body = encodeBody(`{"data":${text},"meta":${JSON.stringify(meta)}}`, encoding)
  const degraded = (meta.degraded ?? []).map(({ part }) => part).join('.')
  return { body, tag: `W/"${hash}-${degraded}"`, isOfTables }
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

/** Names all that decides the text of a score. */
const identifyState = ({ seq, isFlagged, published }: ScoreState): string =>
  JSON.stringify([seq, isFlagged, published])
