import { evidenceHashOf } from '@app/score/canonical/evidence-hash.ts'
import { type Difference, firstDifference } from '../difference.ts'
import type { Evidence } from '../evidence.ts'

/** Whether the evidence hash is that of the inputs: one changed digit in either shows. */
export function findHashDifference({ file, facts }: Evidence): Difference | null {
  return firstDifference('evidenceHash', evidenceHashOf(facts), file.evidenceHash)
}
