import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Difference } from './difference.ts'

/** Checks that the evidence hash is that of the inputs. */
export function findHashDifference({ file, facts }: Evidence): Difference | null {
  const hash = computeEvidenceHash(facts)
  if (hash === file.evidenceHash) return null
  const expected = `${hash}, the hash of these inputs`
  return { path: 'evidenceHash', expected, found: file.evidenceHash }
}
