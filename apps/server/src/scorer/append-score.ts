import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import type { Facts } from '@app/score/facts.ts'
import { computeShownInputs } from '@app/score/inputs/minimum-data.ts'
import { judge } from '@app/score/judge.ts'
import type { Reason } from '@app/score/judgement.ts'
import { compareWithOrdinary } from '@app/score/ordinary/compare-with-ordinary.ts'
import type { Address } from '@app/values/address.ts'
import type { Kysely } from 'kysely'
import type { EvidenceItem, StoredReason } from '../db/tables/stored-reason.ts'
import type { Tables } from '../db/tables/tables.ts'
import { loadEvidence } from '../facts/load-evidence.ts'
import { loadFactsFromAllBlocks } from '../facts/load-facts.ts'
import type { Context } from '../runtime/context.ts'
import { markChangesScored } from './queries.ts'
import { readLatestIdentity, readLatestScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'
import { writeScore } from './write-score.ts'

/** Number of transactions stored with each reason; the evidence route returns more. */
const EVIDENCE_PER_REASON = 5

/**
 * Computes the score on one database snapshot and appends it unless the newest row has the same
 * inputs. Returns the newest row.
 */
export async function appendScore(
  context: Context,
  db: Kysely<Tables>,
  address: Address,
): Promise<StoredScore> {
  const { network } = context.config
  const { facts, coverage } = await loadFactsFromAllBlocks(db, { address, network })
  const judgement = judge(facts)
  const evidenceHash = computeEvidenceHash(facts)
  const last = await readLatestIdentity({ db }, address)
  await markChangesScored(db, address)
  if (last?.evidenceHash === evidenceHash && last.version === judgement.version) {
    const unchanged = await readLatestScore({ db }, address)
    if (unchanged !== null) return unchanged
  }
  const seq = (last?.seq ?? 0) + 1
  const reasons = await resolveReasons(db, facts, judgement.reasons)
  return await writeScore(db, { seq, facts, judgement, reasons, evidenceHash, coverage })
}

async function resolveReasons(
  db: Kysely<Tables>,
  facts: Facts,
  reasons: Reason[],
): Promise<StoredReason[]> {
  const { address } = facts
  const values = computeShownInputs(facts)
  const resolved: StoredReason[] = []
  /** By pointer: reasons of one factor rest on the same transactions. */
  const loaded = new Map<string, EvidenceItem[]>()
  for (const { evidence: pointer, ...reason } of reasons) {
    const key = JSON.stringify(pointer)
    const evidence =
      loaded.get(key) ??
      (await loadEvidence({ db }, address, { pointer, limit: EVIDENCE_PER_REASON }))
    loaded.set(key, evidence)
    const ordinary = compareWithOrdinary(reason, values)
    resolved.push({ ...reason, ...(ordinary && { ordinary }), evidence, pointer })
  }
  return resolved
}
