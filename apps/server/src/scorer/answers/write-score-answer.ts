import { createHash } from 'node:crypto'
import { ScoreResultSchema } from '@app/api/schemas/score/score-result.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { StoredScore } from '../stored-score.ts'
import { type GzipStart, startGzip } from './gzip-start.ts'
import { type KeptScoreResult, toScoreResult } from './to-score-result.ts'

/**
 * Format of the answers that this process writes and reads: the version of the engine, a hash of the schema, and the
 * compression. A process of another version leaves the answers of this one aside, and builds its own from the score.
 */
export const SCORE_ANSWER_FORMAT = `${SCORE_VERSION} ${createHash('sha256')
  .update(JSON.stringify(ScoreResultSchema))
  .digest('hex')
  .slice(0, 12)} gzip`

/** A response begins with it. */
export const RESPONSE_START = '{"data":'

/** Compresses the beginning of a response with a score: up to the closing brace of the score, which is left out. */
export const startScoreAnswer = (result: KeptScoreResult): GzipStart =>
  startGzip(RESPONSE_START + JSON.stringify(result).slice(0, -1))

/** Keeps a score of an account as the API answers it, compressed, unless the answer of a newer one is kept. */
export async function writeScoreAnswer(db: Kysely<Tables>, stored: StoredScore): Promise<void> {
  await buildAnswerUpsert(db, stored).execute()
}

/** Builds the statement of `writeScoreAnswer`. */
export function buildAnswerUpsert(db: QueryCreator<Tables>, stored: StoredScore) {
  const { address, seq } = stored
  const compressed = startScoreAnswer(toScoreResult(stored))
  const values = { seq, format: SCORE_ANSWER_FORMAT, compressed, data: null }
  return db
    .insertInto('score_answer')
    .values({ address, ...values })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet(values)
        .where(
          sql<boolean>`(score_answer.seq, score_answer.format) is distinct from (${seq}, ${SCORE_ANSWER_FORMAT})`,
        )
        .where('score_answer.seq', '<=', seq),
    )
}
