import type { Facts } from '@app/score/facts.ts'
import type { Judgement } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { EarlierScore, StoredReason } from '../db/tables/score-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Coverage } from '../facts/load-coverage.ts'
import { isWorkable, type Work } from '../runtime/pauses.ts'
import { SCORE_COLUMNS, toStoredScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'
import { buildCurrentUpsert } from './write-current-scores.ts'

export interface NewScore {
  seq: number
  facts: Facts
  judgement: Judgement
  reasons: StoredReason[]
  earlier: EarlierScore | null
  evidenceHash: string
  coverage: Coverage
}

/** Appends a score and sends the notification `score_changed` at commit. */
export async function writeScore(db: Kysely<Tables>, score: NewScore): Promise<StoredScore> {
  const { seq, facts, judgement, reasons, earlier, evidenceHash, coverage } = score
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
      earlier: earlier && JSON.stringify(earlier),
      inputs: toJson(facts),
      evidence_hash: evidenceHash,
      from_height: coverage.fromHeight,
      to_height: coverage.toHeight,
      completeness: Math.min(facts.completeness, FACTOR_UNIT),
      computed_ms: coverage.timeMs,
    })
    .returning(SCORE_COLUMNS)
    .executeTakeFirstOrThrow()
  const stored = toStoredScore(row)
  await announceScore(db, stored)
  return stored
}

/** Stores the newest score, and queues it for the agent: in one statement. */
async function announceScore(db: Kysely<Tables>, stored: StoredScore): Promise<void> {
  const { address, seq } = stored
  await db
    .with('current_score', (query) => buildCurrentUpsert(query, stored))
    .with('queued', (query) =>
      query
        .insertInto('score_change')
        .values({ address, seq })
        .onConflict((conflict) => conflict.column('address').doUpdateSet({ seq })),
    )
    .selectNoFrom(sql`pg_notify('score_changed', ${address})`.as('sent'))
    .execute()
}

function toJson(facts: Facts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Lists accounts with scores that the agent has not considered yet, at most `limit`. */
export async function listScoreChanges(
  db: Kysely<Tables>,
  { limit, pauses }: Work,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('score_change')
    .select('address')
    .where(isWorkable('address', pauses))
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/**
 * Removes the scores of an account up to number `seq` from those that the agent has not considered.
 * Call it in the transaction that acts on them: if that rolls back, they stay queued. Returns whether
 * there was one.
 */
export async function removeScoreChange(
  db: Kysely<Tables>,
  { address, seq }: { address: Address; seq: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('score_change')
    .where('address', '=', address)
    .where('seq', '<=', seq)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
