import type { Facts } from '@app/score/facts.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely, Selectable } from 'kysely'
import type { ScoreRow } from '../db/tables/score-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Context } from '../runtime/context.ts'
import type { StoredScore } from './stored-score.ts'

/** The columns of a stored score. Its inputs, which are many times as long, are left out. */
export const SCORE_COLUMNS = [
  'address',
  'seq',
  'version',
  'score',
  'risk_level',
  'factors',
  'confidence',
  'data_points',
  'flags',
  'reasons',
  'improve',
  'verdict',
  'findings',
  'earlier',
  'evidence_hash',
  'from_height',
  'to_height',
  'completeness',
  'computed_ms',
] as const satisfies (keyof ScoreRow)[]

export type ShownScoreRow = Pick<Selectable<ScoreRow>, (typeof SCORE_COLUMNS)[number]>

/**
 * Reads which score of an account is the newest; `null` when it has none. Quicker than the whole score, whose reasons
 * have to be unpacked.
 */
export async function readLatestIdentity({ db }: Pick<Context, 'db'>, address: Address) {
  const latest = await selectScores(db, address)
    .select(['seq', 'version', 'evidence_hash as evidenceHash'])
    .executeTakeFirst()
  return latest ?? null
}

const selectScores = (db: Kysely<Tables>, address: Address, order: 'asc' | 'desc' = 'desc') =>
  db.selectFrom('score_result').where('address', '=', address).orderBy('seq', order).limit(1)

/** Reads the newest score of an account; `null` when it has none. */
export async function readLatestScore(
  context: Pick<Context, 'db'>,
  address: Address,
): Promise<StoredScore | null> {
  const [latest] = await listScores(context, address, { limit: 1 })
  return latest ?? null
}

/** Reads scores of an account, newest first; `beforeSeq` continues after the last one of a page. */
export async function listScores(
  context: Pick<Context, 'db'>,
  address: Address,
  { limit, beforeSeq }: { limit: number; beforeSeq?: number | undefined },
): Promise<StoredScore[]> {
  const rows = await context.db
    .selectFrom('score_result')
    .select(SCORE_COLUMNS)
    .where('address', '=', address)
    .where('seq', '<', beforeSeq ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toStoredScore)
}

/** Converts a row to a score; its JSON columns were written from the same types. */
export function toStoredScore(row: ShownScoreRow): StoredScore {
  return {
    address: row.address,
    seq: row.seq,
    version: row.version,
    score: row.score,
    riskLevel: row.risk_level,
    factors: row.factors,
    confidence: row.confidence,
    dataPoints: row.data_points,
    flags: row.flags,
    reasons: row.reasons,
    improve: row.improve,
    verdict: row.verdict,
    findings: row.findings,
    earlier: row.earlier,
    coverage: {
      fromHeight: row.from_height,
      toHeight: row.to_height,
      completeness: row.completeness / 10_000,
    },
    evidenceHash: row.evidence_hash,
    computedAtMs: row.computed_ms,
  }
}

/** Facts in their JSON form: amounts are decimal text. */
type AsJson<T> = T extends bigint ? string : T extends object ? { [K in keyof T]: AsJson<T[K]> } : T

type OffchainFacts = 'contacts' | 'listing' | 'community'

/** A score with the two canonical parts that its evidence hash covers. */
export interface ScoreWithInputs {
  score: StoredScore
  inputs: {
    chain: AsJson<Omit<Facts, OffchainFacts>>
    offchain: AsJson<Pick<Facts, OffchainFacts>>
  }
}

/** Reads the newest score of an account with its inputs; `null` when it has none. */
export async function readLatestWithInputs(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<ScoreWithInputs | null> {
  const row = await selectScores(db, address).selectAll().executeTakeFirst()
  return row === undefined ? null : toScoreWithInputs(row)
}

/** Reads the first score of an account with an evidence hash, or the newest one; `null` when none has it. */
export async function readByEvidenceHash(
  { db }: Pick<Context, 'db'>,
  { address, evidenceHash }: { address: Address; evidenceHash: string },
  which: 'first' | 'newest',
): Promise<ScoreWithInputs | null> {
  const row = await selectScores(db, address, which === 'first' ? 'asc' : 'desc')
    .selectAll()
    .where('evidence_hash', '=', evidenceHash)
    .executeTakeFirst()
  return row === undefined ? null : toScoreWithInputs(row)
}

/** Reads the newest score of every tracked account, in address order after `after`. */
export async function listWithInputs(
  { db }: Pick<Context, 'db'>,
  { limit, after }: { limit: number; after: string },
): Promise<ScoreWithInputs[]> {
  const rows = await db
    .selectFrom('score_tracked_account')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('score_result')
          .selectAll()
          .whereRef('score_result.address', '=', 'score_tracked_account.address')
          .orderBy('seq', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('newest')
    .where('score_tracked_account.address', '>', after as Address)
    .orderBy('score_tracked_account.address')
    .limit(limit)
    .execute()
  return rows.map(toScoreWithInputs)
}

function toScoreWithInputs(row: Selectable<ScoreRow>): ScoreWithInputs {
  const { contacts, listing, community, ...chain } = row.inputs as AsJson<Facts>
  return {
    score: toStoredScore(row),
    inputs: { chain, offchain: { contacts, listing, community } },
  }
}
