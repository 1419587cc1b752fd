import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import type { Facts } from '@app/score/facts.ts'
import { judge } from '@app/score/judge.ts'
import type { Judgement, Reason } from '@app/score/judgement.ts'
import type { Address } from '@app/values/address.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import { type Kysely, sql } from 'kysely'
import type { StoredReason } from '../db/stored-reason.ts'
import type { Tables } from '../db/tables.ts'
import { type Coverage, loadCoverage } from '../facts/load-coverage.ts'
import { loadEvidence } from '../facts/load-evidence.ts'
import { loadFacts } from '../facts/load-facts.ts'
import type { Context } from '../runtime/context.ts'
import { markChangesSeen } from './mark-changes-seen.ts'
import { NotIndexedError } from './not-indexed-error.ts'
import { readLatestScore, toStoredScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'

/** Transactions stored with each reason; the evidence route finds more. */
const EVIDENCE_PER_REASON = 5

/** Judges the account on one snapshot and appends the score unless the newest row rests on the same inputs. */
export async function appendScore(
  context: Context,
  db: Kysely<Tables>,
  address: Address,
): Promise<StoredScore> {
  const coverage = await loadCoverage(db)
  if (coverage === null) throw new NotIndexedError()
  const { network } = context.config
  const facts = await loadFacts(db, { address, network, coverage })
  const judgement = judge(facts)
  const evidenceHash = computeEvidenceHash(facts)
  const last = await readLatestScore({ db }, address)
  await markChangesSeen(db, address)
  if (last !== null && last.evidenceHash === evidenceHash && last.version === judgement.version) {
    return last
  }
  const seq = (last?.seq ?? 0) + 1
  const stored = await insertScore(db, { seq, facts, judgement, evidenceHash, coverage })
  await sql`select pg_notify('score_changed', ${address})`.execute(db)
  return stored
}

interface NewScore {
  seq: number
  facts: Facts
  judgement: Judgement
  evidenceHash: string
  coverage: Coverage
}

async function insertScore(db: Kysely<Tables>, score: NewScore): Promise<StoredScore> {
  const { seq, facts, judgement, evidenceHash, coverage } = score
  const reasons = await resolveReasons(db, facts.address, judgement.reasons)
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
      inputs: toJson(facts),
      evidence_hash: evidenceHash,
      from_height: coverage.fromHeight,
      to_height: coverage.toHeight,
      completeness: Math.min(facts.completeness, FACTOR_UNIT),
      computed_ms: coverage.timeMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toStoredScore(row)
}

async function resolveReasons(
  db: Kysely<Tables>,
  address: Address,
  reasons: Reason[],
): Promise<StoredReason[]> {
  const resolved: StoredReason[] = []
  for (const { evidence: pointer, ...reason } of reasons) {
    const evidence = await loadEvidence({ db }, address, { pointer, limit: EVIDENCE_PER_REASON })
    resolved.push({ ...reason, evidence, pointer })
  }
  return resolved
}

/** Facts as JSON; bigint amounts become decimal text. */
function toJson(facts: Facts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
