import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildConsentVectors, renderConsentVectors } from './consent-vectors.ts'
import { renderScoreVectors, buildScoreVectors } from './score-vectors.ts'
import { renderSigningVectors } from './signing-vectors.ts'
import { renderTestKeys } from './test-keys.ts'

/** The vector files by their path from tests/vectors/: JSON for TypeScript and for authors of clients, and Cadence for the contract tests, from the same values. */
export function buildVectorFiles(): Record<string, string> {
  const scores = buildScoreVectors()
  const consents = buildConsentVectors()
  return {
    'score-vectors.json': toJson(scores),
    'score_vectors.cdc': renderScoreVectors(scores),
    '../../../../docs/use/signing-vectors.json': toJson(renderSigningVectors(consents)),
    'consent_vectors.cdc': renderConsentVectors(consents),
    'public-keys.txt': renderTestKeys(),
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

if (import.meta.main) {
  for (const [name, text] of Object.entries(buildVectorFiles())) {
    await writeFile(join(import.meta.dirname, name), text)
  }
}
