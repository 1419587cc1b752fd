import type { Meta } from '@app/api/schemas/envelope.ts'
import type { PublishedScore } from '@app/api/schemas/score/published-score.ts'
import type { Address } from '@app/values/address.ts'
import { toScoreResult } from '../../scorer/answers/to-score-result.ts'
import { SCORE_ANSWER_FORMAT, writeScoreAnswer } from '../../scorer/answers/write-score-answer.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { findCurrentScore, recomputeScore } from './load-or-compute-score.ts'
import { askNodeForPublishedScore, findPublishedScore } from './load-published-score.ts'
import { addDegradedNode, loadResponseMeta } from './load-response-meta.ts'
import { isFlagged } from './queries.ts'

/** The answer for a score, ready to be sent. */
export interface ScoreAnswer {
  /** The `ScoreResult` as JSON text. */
  json: string
  meta: Meta
  /** Weak entity tag. */
  tag: string
}

type AnswerApi = Pick<Api, 'context' | 'node' | 'keptAnswers' | 'missLimiter'>

/**
 * Loads the answer for the score of an account: the kept one while it is up to date, otherwise one that is built from
 * a score that is computed now where that is needed. Throws `account_not_found`, and `rate_limited` when the client has
 * asked for too many that had to be computed.
 */
export async function loadScoreAnswer(
  api: AnswerApi,
  address: Address,
  client: string,
): Promise<ScoreAnswer> {
  const kept = await findKeptScoreAnswer(api, address)
  if (kept !== null) return kept
  const current = await findCurrentScore(api.context, address)
  if (current !== null) return await buildScoreAnswer(api, await keepAnswer(api, current))
  api.missLimiter.count(client)
  return await buildScoreAnswer(api, await recomputeScore(api.context, address))
}

/** After an update to another format, the first read of a score keeps its answer again. */
async function keepAnswer({ context }: AnswerApi, stored: StoredScore): Promise<StoredScore> {
  await writeScoreAnswer(context.db, stored).catch((error: unknown) => {
    context.log.warn({ err: error, address: stored.address }, 'The answer of a score was not kept')
  })
  return stored
}

/** Returns `null` where no answer is kept, or not an up-to-date one, and where a flag was raised. */
async function findKeptScoreAnswer(api: AnswerApi, address: Address): Promise<ScoreAnswer | null> {
  const kept = await api.keptAnswers.read(address)
  if (kept === null) return null
  const { json, seq, latestBlock } = kept
  const published =
    kept.published === undefined ? await askNodeForPublishedScore(api, address) : kept.published
  const meta = addDegradedNode({ latestBlock }, api.node)
  return buildAnswer({ json, seq, published, isFlagged: false, meta })
}

async function buildScoreAnswer(api: AnswerApi, stored: StoredScore): Promise<ScoreAnswer> {
  const { address, seq } = stored
  const [published, flagged, meta] = await Promise.all([
    findPublishedScore(api, address),
    isFlagged(api.context, address),
    loadResponseMeta(api),
  ])
  return buildAnswer({ json: toJson(stored, flagged), seq, published, isFlagged: flagged, meta })
}

/** Nobody is advised on how to look better while a flag stands. */
function toJson(stored: StoredScore, flagged: boolean): string {
  const result = toScoreResult(stored)
  return JSON.stringify(flagged ? { ...result, improve: [] } : result)
}

interface AnswerParts {
  /** Without `published`. */
  json: string
  seq: number
  /** `undefined` while the node does not answer. */
  published: PublishedScore | null | undefined
  isFlagged: boolean
  meta: Meta
}

function buildAnswer({ json, seq, published, isFlagged: flagged, meta }: AnswerParts): ScoreAnswer {
  const parts = [
    SCORE_ANSWER_FORMAT.replaceAll(' ', '.'),
    seq,
    describePublication(published),
    flagged ? 'flagged' : 'free',
    (meta.degraded ?? []).map(({ part }) => part).join('.'),
  ]
  return { json: addPublished(json, published), meta, tag: `W/"${parts.join('-')}"` }
}

/** `json` is that of an object with fields. */
const addPublished = (json: string, published: PublishedScore | null | undefined): string =>
  published === undefined ? json : `${json.slice(0, -1)},"published":${JSON.stringify(published)}}`

function describePublication(published: PublishedScore | null | undefined): string {
  if (published === undefined) return 'unknown'
  if (published === null) return 'none'
  return `${Date.parse(published.publishedAt)}.${published.evidenceHash.slice(0, 16)}`
}
