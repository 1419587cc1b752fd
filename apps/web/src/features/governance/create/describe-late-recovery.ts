import type { Protection } from '@app/api/schemas/governance/protection.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { formatDateTime } from '../../../lib/format/format.ts'

const VOTING_PERIOD_MS = VOTING_PERIOD_HOURS * 3_600_000

/**
 * Warns of a recovery proposed at `nowMs` (Unix milliseconds of block time) that is refused, because a vote decided to
 * end the freeze, or void before its voting ends, because the freeze ends by then. Returns null where the freeze lasts
 * longer, or there is none.
 */
export function describeLateRecovery(freeze: Protection['freeze'], nowMs: number): string | null {
  if (freeze === null) return null
  const endMs = Date.parse(freeze.until)
  if (endMs <= nowMs) return null
  if (freeze.overruledAt !== null) {
    return `A vote decided on ${formatDateTime(freeze.overruledAt)} to end this freeze: no recovery opens under it. Propose a new freeze first.`
  }
  if (nowMs + VOTING_PERIOD_MS < endMs) return null
  return `The freeze ends on ${formatDateTime(freeze.until)}, and a recovery ends with it, before its vote of ${VOTING_PERIOD_HOURS} hours could approve it: renew the freeze first.`
}
