import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consentVectors, renderConsentVectors } from './consent-vectors.ts'
import { renderScoreVectors, scoreVectors } from './score-vectors.ts'
import { renderTestKeys } from './test-keys.ts'

/** The vector files by name: JSON for TypeScript, Cadence for the contract tests, from the same values. */
function vectorFiles(): Record<string, string> {
  const scores = scoreVectors()
  const consents = consentVectors()
  return {
    'vectors/score-vectors.json': toJson(scores),
    'score_vectors.cdc': renderScoreVectors(scores),
    'vectors/consent-vectors.json': toJson(consents),
    'consent_vectors.cdc': renderConsentVectors(consents),
    'vectors/public-keys.txt': renderTestKeys(),
  }
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(vectorFiles())) {
  const path = join(import.meta.dirname, '..', name)
  if (!isCheck) await writeFile(path, text)
  else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    process.exitCode = 1
    process.stderr.write(
      `${name} is out of date: run packages/contracts/tests/vectors/make-vectors.ts\n`,
    )
  }
}
