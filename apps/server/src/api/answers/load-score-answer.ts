import type { Meta } from '@app/api/schemas/envelope.ts'
import type { Address } from '@app/values/address.ts'
import { finishGzip, type GzipStart, readGzipStart } from '../../scorer/answers/gzip-start.ts'
import {
  RESPONSE_START,
  SCORE_ANSWER_FORMAT,
  startScoreAnswer,
  writeScoreAnswer,
} from '../../scorer/answers/write-score-answer.ts'
import type { StoredScore } from '../../scorer/stored-score.ts'
import type { Api } from '../api.ts'
import { findCurrentScore, recomputeScore } from './load-or-compute-score.ts'
import { askNodeForPublishedScore } from './load-published-score.ts'
import { addDegradedNode, loadResponseMeta } from './load-response-meta.ts'
import { loadScoreContext } from './load-score-result.ts'
import { type ScoreContext, toScoreResultInContext } from './to-score-result-in-context.ts'

/** The answer for a score, ready to be sent. */
export interface ScoreAnswer {
  /** The beginning of the response, up to the last fields of the score. */
  start: GzipStart
  /** The last fields of the score, and its closing brace. */
  end: string
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
  const { start, seq, latestBlock } = kept
  const published =
    kept.published === undefined ? await askNodeForPublishedScore(api, address) : kept.published
  const meta = addDegradedNode({ latestBlock }, api.node)
  const tag = buildScoreTag(seq, { published, isFlagged: false, meta })
  const end = published === undefined ? '}' : `,"published":${JSON.stringify(published)}}`
  return { start, end, meta, tag }
}

async function buildScoreAnswer(api: AnswerApi, stored: StoredScore): Promise<ScoreAnswer> {
  const [context, meta] = await Promise.all([
    loadScoreContext(api, stored.address),
    loadResponseMeta(api),
  ])
  const start = startScoreAnswer(toScoreResultInContext(stored, context))
  return { start, end: '}', meta, tag: buildScoreTag(stored.seq, { ...context, meta }) }
}

/** Returns the score of an answer as JSON text. */
export const toScoreJson = ({ start, end }: ScoreAnswer): string =>
  readGzipStart(start).slice(RESPONSE_START.length) + end

/** Returns the response as JSON text. */
export const toResponseJson = (answer: ScoreAnswer): string =>
  readGzipStart(answer.start) + buildRest(answer)

/** Returns the same compressed by gzip. */
export const toResponseGzip = (answer: ScoreAnswer): Buffer =>
  finishGzip(answer.start, buildRest(answer))

const buildRest = ({ end, meta }: ScoreAnswer): string => `${end},"meta":${JSON.stringify(meta)}}`

/** Names all that decides the data, and the parts that do not work; not the block, which may be a later one. */
function buildScoreTag(
  seq: number,
  { published, isFlagged, meta }: ScoreContext & { meta: Meta },
): string {
  const parts = [
    SCORE_ANSWER_FORMAT.replaceAll(' ', '.'),
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
