import { createHash } from 'node:crypto'
import { ScoreResultSchema } from '@app/api/schemas/score.ts'
import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { Tables } from '../db/tables/tables.ts'
import { type GzipStart, startGzip } from './gzip-start.ts'
import type { StoredScore } from './stored-score.ts'
import { type StoredScoreResult, toScoreResult } from './to-score-result.ts'

/** Format of the responses: a hash of the schema, the compression, and what is stored apart. */
export const RESPONSE_FORMAT = `${createHash('sha256')
  .update(JSON.stringify(ScoreResultSchema))
  .digest('hex')
  .slice(0, 12)} gzip-without-improve`

/**
 * Returns the format of the stored responses with scores of a version. A process of another version ignores them, and
 * builds its own from the score.
 */
export const getCachedResponseFormat = (version: string): string => `${version} ${RESPONSE_FORMAT}`

/** A response begins with it. */
export const RESPONSE_START = '{"data":'

/** What a response says of the score alone: its beginning, and the advice. */
export interface StartedResponse {
  /** Up to the closing brace of the score, which is left out, and without the advice. */
  start: GzipStart
  /** JSON. */
  improve: string
}

/** Compresses the beginning of a response with a score. The advice is apart, because a flagged wallet gets none. */
export function startScoreResponse({ improve, ...result }: StoredScoreResult): StartedResponse {
  return {
    start: startGzip(RESPONSE_START + JSON.stringify(result).slice(0, -1)),
    improve: JSON.stringify(improve),
  }
}

/** Stores the beginning of the response with a score of an account, unless that of a newer score is stored. */
export async function writeCachedResponse(db: Kysely<Tables>, stored: StoredScore): Promise<void> {
  await buildCachedResponseUpsert(db, stored).execute()
}

/** Builds the statement of `writeCachedResponse`. */
export function buildCachedResponseUpsert(db: QueryCreator<Tables>, stored: StoredScore) {
  const { address, seq } = stored
  const format = getCachedResponseFormat(stored.version)
  const { start: compressed, improve } = startScoreResponse(toScoreResult(stored))
  const values = { seq, format, compressed, improve }
  return db
    .insertInto('score_answer')
    .values({ address, ...values })
    .onConflict((conflict) =>
      conflict
        .column('address')
        .doUpdateSet(values)
        .where(
          sql<boolean>`(score_answer.seq, score_answer.format) is distinct from (${seq}, ${format})`,
        )
        .where('score_answer.seq', '<=', seq),
    )
}
