import { EVIDENCE_FORMAT, type EvidenceFile } from '@app/api/schemas/score.ts'
import type { AccountLists } from '@app/score/canonical/evidence-hash.ts'
import type { Address } from '@app/values/address.ts'
import { toCitation } from '@app/values/evidence-item.ts'
import type { Network } from '@app/values/network.ts'
import type { StoredReason } from '../../db/tables/score-tables.ts'
import { readPastAccountLists } from '../../labels/read-labels.ts'
import type { Context } from '../../runtime/context.ts'
import {
  readByEvidenceHash,
  readLatestWithInputs,
  type ScoreWithInputs,
} from '../../scorer/read-scores.ts'
import { ApiFailure } from '../api-failure.ts'
import { loadOrComputeScore } from './load-or-compute-score.ts'

/** Returns the evidence file of the current score of an account: all inputs of the score. */
export async function loadEvidenceFile(context: Context, address: Address): Promise<EvidenceFile> {
  await loadOrComputeScore(context, address)
  const latest = await readLatestWithInputs(context, address)
  if (latest === null) throw new ApiFailure('not_ready')
  return await addLists(context, latest)
}

/** Returns the evidence file of the first score with this hash; `null` when no score of the account has it. */
export async function loadPastEvidenceFile(
  context: Pick<Context, 'db' | 'config'>,
  address: Address,
  evidenceHash: string,
): Promise<EvidenceFile | null> {
  const found = await readByEvidenceHash(context, { address, evidenceHash }, 'first')
  return found === null ? null : await addLists(context, found)
}

/** Adds the lists that a score was computed with: none where no account was listed as a scam. */
async function addLists(
  context: Pick<Context, 'db' | 'config'>,
  stored: ScoreWithInputs,
): Promise<EvidenceFile> {
  const hash = stored.inputs.offchain.contacts?.listHash
  const lists =
    hash === undefined ? { scam: [], service: [] } : await readPastAccountLists(context, hash)
  return toEvidenceFile(stored, lists, context.config.network)
}

/** Returns the evidence file of a stored score with the lists by which it was computed. */
function toEvidenceFile(
  { score: stored, inputs }: ScoreWithInputs,
  lists: AccountLists,
  network: Network,
): EvidenceFile {
  const { address, version, score, riskLevel, confidence, dataPoints, flags } = stored
  return {
    format: EVIDENCE_FORMAT,
    address,
    network,
    version,
    computedAt: new Date(stored.computedAtMs).toISOString(),
    score,
    riskLevel,
    confidence,
    dataPoints,
    flags,
    factors: stored.factors,
    reasons: stored.reasons.map(toCitedReason),
    improve: stored.improve,
    verdict: stored.verdict,
    findings: stored.findings,
    coverage: stored.coverage,
    inputs,
    lists: { scam: [...lists.scam], service: [...lists.service] },
    evidenceHash: stored.evidenceHash,
  }
}

/**
 * Leaves out what is no part of the format: what ordinary wallets show, which follows from the inputs,
 * and what a cited transaction did, which the chain says.
 */
function toCitedReason({ ordinary: _, evidence, ...reason }: StoredReason) {
  return { ...reason, evidence: evidence.map(toCitation) }
}
