import { EVIDENCE_FORMAT, type EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import type { AccountLists } from '@app/score/canonical/list-hash.ts'
import type { Network } from '@app/values/network.ts'
import { type StoredReason, toCitation } from '../../db/tables/stored-reason.ts'
import type { ScoreWithInputs } from '../../scorer/read-inputs.ts'

/** Returns the evidence file of a stored score with the lists by which it was computed. */
export function toEvidenceFile(
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
    // Both are empty in scores of versions that did not say them.
    ...(stored.verdict !== '' && { verdict: stored.verdict, findings: stored.findings }),
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
