import { EVIDENCE_FORMAT, type EvidenceFile } from './evidence-file.ts'
import { SCORE_EXAMPLE } from './score-example.ts'

const { address, version, score, reasons, improve, coverage, evidenceHash } = SCORE_EXAMPLE
const { riskLevel, lastUpdated, confidence, dataPoints, flags } = SCORE_EXAMPLE.metadata

const NO_DATA = { value: 5_000, raw: 5_000, known: 0 }

/** Example of an evidence file for the reference; its inputs are shortened. */
export const EVIDENCE_EXAMPLE: EvidenceFile = {
  format: EVIDENCE_FORMAT,
  address,
  network: 'testnet',
  version,
  computedAt: lastUpdated,
  score,
  riskLevel,
  confidence,
  dataPoints,
  flags,
  factors: {
    txFrequency: { value: 4_100, raw: 3_942, known: 8_500 },
    largeOutFlow: { value: 1_200, raw: 530, known: 8_500 },
    knownScamInteract: { value: 800, raw: 0, known: 8_400 },
    nftHoldings: NO_DATA,
    onchainAge: { value: 6_200, raw: 6_200, known: 10_000 },
    communitySignals: NO_DATA,
  },
  reasons: reasons.map((reason) => ({
    ...reason,
    pointer: { kind: 'largest_sends', token: 'A.7e60df042a9c0868.FlowToken.Vault' },
  })),
  improve,
  coverage,
  inputs: {
    chain: { address, asOfSeconds: 1_772_366_400, completeness: 10_000 },
    offchain: { contacts: null, listing: null, community: null },
  },
  lists: { scam: [], service: [] },
  evidenceHash,
}
