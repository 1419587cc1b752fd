import type { Facts } from '@app/score/facts.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { StoredReason } from '../db/tables/stored-reason.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Coverage } from '../facts/load-coverage.ts'
import { writeScoreAnswer } from './answers/write-score-answer.ts'
import { toStoredScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'
import { writeCurrentScore } from './write-current-scores.ts'

export interface NewScore {
  seq: number
  facts: Facts
  judgement: Judgement
  /** The reasons of `judgement` with their transactions. */
  reasons: StoredReason[]
  evidenceHash: string
  coverage: Coverage
}

/** Appends a score and sends the notification `score_changed` at commit. */
export async function writeScore(db: Kysely<Tables>, score: NewScore): Promise<StoredScore> {
  const { seq, facts, judgement, reasons, evidenceHash, coverage } = score
  const row = await db
    .insertInto('score_result')
    .values({
      address: facts.address,
      seq,
      version: judgement.version,
      score: judgement.score,
      risk_level: judgement.riskLevel,
      factors: JSON.stringify(judgement.factors),
      confidence: judgement.confidence,
      data_points: judgement.dataPoints,
      flags: JSON.stringify(judgement.flags),
      reasons: JSON.stringify(reasons),
      improve: JSON.stringify(judgement.improve),
      verdict: judgement.verdict,
      findings: JSON.stringify(judgement.findings),
      inputs: toJson(facts),
      evidence_hash: evidenceHash,
      from_height: coverage.fromHeight,
      to_height: coverage.toHeight,
      completeness: Math.min(facts.completeness, FACTOR_UNIT),
      computed_ms: coverage.timeMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const stored = toStoredScore(row)
  await writeCurrentScore(db, stored)
  await writeScoreAnswer(db, stored)
  await queueScoreChange(db, { address: facts.address, seq })
  await sql`select pg_notify('score_changed', ${facts.address})`.execute(db)
  return stored
}

/** Queues the newest score of an account for the agent; see `take-score-changes.ts`. */
async function queueScoreChange(
  db: Kysely<Tables>,
  change: { address: Address; seq: number },
): Promise<void> {
  await db
    .insertInto('score_change')
    .values(change)
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ seq: change.seq }))
    .execute()
}

/** Facts as JSON; bigint amounts become decimal text. */
function toJson(facts: Facts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
