import type { CaseEntry } from '@app/api/schemas/case/case-file.ts'
import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { readNumber } from '../read-details.ts'

/** Returns when the freeze of a case ends (ISO 8601); null when the wallet is not frozen, or by another case. */
export function findFreezeEnd(
  entries: readonly CaseEntry[],
  freeze: Protection['freeze'],
): string | null {
  if (freeze === null) return null
  const isKept = entries.some(
    (entry) => entry.kind === 'freeze' && readNumber(entry, 'number') === freeze.number,
  )
  return isKept ? freeze.until : null
}
