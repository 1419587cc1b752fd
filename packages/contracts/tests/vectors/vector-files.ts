import { consentVectors, renderConsentVectors } from './consent-vectors.ts'
import { renderScoreVectors, scoreVectors } from './score-vectors.ts'
import { renderTestKeys } from './test-keys.ts'

/** The vector files by name in tests/vectors/: JSON for TypeScript and Cadence for the contract tests, from the same values. */
export function vectorFiles(): Record<string, string> {
  const scores = scoreVectors()
  const consents = consentVectors()
  return {
    'score-vectors.json': toJson(scores),
    'score_vectors.cdc': renderScoreVectors(scores),
    'consent-vectors.json': toJson(consents),
    'consent_vectors.cdc': renderConsentVectors(consents),
    'public-keys.txt': renderTestKeys(),
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
