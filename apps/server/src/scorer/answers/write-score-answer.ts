import { createHash } from 'node:crypto'
import { ScoreResultSchema } from '@app/api/schemas/score/score-result.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { StoredScore } from '../stored-score.ts'
import { toScoreResult } from './to-score-result.ts'

/**
 * Format of the answers that this process writes and reads: the version of the engine, and a hash of the schema. A
 * process of another version leaves the answers of this one aside, and builds its own from the score.
 */
export const SCORE_ANSWER_FORMAT = `${SCORE_VERSION} ${createHash('sha256')
  .update(JSON.stringify(ScoreResultSchema))
  .digest('hex')
  .slice(0, 12)}`

/** Keeps a score of an account as JSON text, as the API answers it, unless the answer of a newer one is kept. */
export async function writeScoreAnswer(db: Kysely<Tables>, stored: StoredScore): Promise<void> {
  const { address, seq } = stored
  const values = { seq, format: SCORE_ANSWER_FORMAT, data: JSON.stringify(toScoreResult(stored)) }
  await db
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
    .execute()
}
