import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import type { Facts } from '@app/score/facts.ts'
import { computeShownInputs } from '@app/score/inputs/minimum-data.ts'
import { judge, judgeInNumbers } from '@app/score/judge.ts'
import type { Reason } from '@app/score/judgement.ts'
import { compareWithOrdinary } from '@app/score/ordinary/compare-with-ordinary.ts'
import type { ScoreRules } from '@app/score/version.ts'
import type { Address } from '@app/values/address.ts'
import type { EvidenceItem } from '@app/values/evidence-item.ts'
import { FACTOR_UNIT } from '@app/values/factor.ts'
import type { Kysely } from 'kysely'
import type { EarlierScore, StoredReason } from '../db/tables/score-tables.ts'
import type { Tables } from '../db/tables/tables.ts'
import { loadEvidence } from '../facts/load-evidence.ts'
import { type FactsOfAllBlocks, loadFactsFromAllBlocks } from '../facts/load-facts.ts'
import type { Context } from '../runtime/context.ts'
import { readRules } from './read-rules.ts'
import { readLatestIdentity, readLatestScore } from './read-scores.ts'
import type { StoredScore } from './stored-score.ts'
import { markChangesScored, trackAccount, withAccountLock } from './tracked-accounts.ts'
import { refreshHoldings } from './write-holdings.ts'
import { writeScore } from './write-score.ts'

/** Why an account is tracked: who requested its score first. */
export type TrackingReason = 'client' | 'wallet' | 'watch' | 'agent' | 'world' | 'cosigner'

/**
 * Computes the score of an account from the indexed data and its current NFTs, and tracks the
 * account from then on. Appends a row only when the inputs changed. Returns the newest row. Throws
 * `NotIndexedError` while nothing is indexed.
 */
export async function scoreAccount(
  context: Context,
  address: Address,
  askedBy: TrackingReason = 'client',
): Promise<StoredScore> {
  await trackAccount(context.db, address, askedBy)
  return await rescoreAccount(context, address)
}

/** Like `scoreAccount`, for an account that is already tracked. */
export async function rescoreAccount(context: Context, address: Address): Promise<StoredScore> {
  await refreshHoldings(context, address)
  return await withAccountLock(context.db, address, (db) => appendScore(context, db, address))
}

/** Number of transactions stored with each reason; the evidence route returns more. */
const EVIDENCE_PER_REASON = 5

/**
 * Computes the score on one database snapshot and appends it unless the newest row has the same
 * inputs. Returns the newest row.
 */
async function appendScore(
  context: Context,
  db: Kysely<Tables>,
  address: Address,
): Promise<StoredScore> {
  const { network } = context.config
  const { current, earlier } = await readRules({ ...context, db })
  const { decoding } = current
  const loaded = await loadFactsFromAllBlocks(db, { address, network, decoding })
  const { facts, coverage } = loaded
  const judgement = judge(facts, current)
  const evidenceHash = computeEvidenceHash(facts)
  const last = await readLatestIdentity({ db }, address)
  await markChangesScored(db, address, decoding)
  if (last?.evidenceHash === evidenceHash && last.version === judgement.version) {
    const unchanged = await readLatestScore({ db }, address)
    if (unchanged !== null) return unchanged
  }
  const seq = (last?.seq ?? 0) + 1
  const reasons = await resolveReasons(db, facts, judgement.reasons)
  return await writeScore(db, {
    seq,
    facts,
    judgement,
    reasons,
    earlier: judgeByEarlierRules(loaded, earlier[0]),
    evidenceHash,
    coverage,
  })
}

/** Says what the rules of the version before say of the account at the same time: of its blocks, as that version read them. */
function judgeByEarlierRules(
  { ofDecoding }: FactsOfAllBlocks,
  rules: ScoreRules | undefined,
): EarlierScore | null {
  if (rules === undefined) return null
  const facts = ofDecoding(rules.decoding)
  const { score, riskLevel } = judgeInNumbers(facts, rules)
  const completeness = facts.completeness / FACTOR_UNIT
  return { version: rules.version, score, riskLevel, completeness }
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
