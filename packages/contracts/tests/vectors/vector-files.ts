import { buildConsentVectors, renderConsentVectors } from './consent-vectors.ts'
import { renderScoreVectors, buildScoreVectors } from './score-vectors.ts'
import { renderTestKeys } from './test-keys.ts'

/**
 * Builds the vector files by path in tests/: JSON for TypeScript and Cadence for the contract
 * tests, with the same values.
 */
export function buildVectorFiles(): Record<string, string> {
  const scores = buildScoreVectors()
  const consents = buildConsentVectors()
  return {
    'vectors/score-vectors.json': toJson(scores),
    'score_vectors.cdc': renderScoreVectors(scores),
    'vectors/consent-vectors.json': toJson(consents),
    'consent_vectors.cdc': renderConsentVectors(consents),
    'vectors/public-keys.txt': renderTestKeys(),
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
