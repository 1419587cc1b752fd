import { EVIDENCE_FORMAT, type EvidenceFile } from '@app/api/schemas/evidence-file.ts'
import type { AccountLists } from '@app/score/canonical/list-hash.ts'
import type { Network } from '@app/values/network.ts'
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
    // What ordinary wallets show follows from the inputs and is no part of the format.
    reasons: stored.reasons.map(({ ordinary: _, ...reason }) => reason),
    improve: stored.improve,
    coverage: stored.coverage,
    inputs,
    lists: { scam: [...lists.scam], service: [...lists.service] },
    evidenceHash: stored.evidenceHash,
  }
}
