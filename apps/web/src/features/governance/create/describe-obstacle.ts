import type { Protection } from '@app/api/schemas/protection.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'
import { formatDateTime } from '../../../lib/format/format.ts'

const VOTING_PERIOD_MS = VOTING_PERIOD_HOURS * 3_600_000

/**
 * Says what stands in the way of a proposal at `nowMs` (Unix milliseconds of block time), which the contract refuses, or
 * which ends before its vote does: a recovery without a freeze that lasts, an unfreeze where nothing stands. Null where
 * nothing is known against it.
 */
export function describeObstacle(
  action: ProposalAction,
  { freeze, flag }: Pick<Protection, 'freeze' | 'flag'>,
  nowMs: number,
): string | null {
  const standing = freeze !== null && Date.parse(freeze.until) > nowMs ? freeze : null
  if (action === 'recover') return describeRecovery(standing, nowMs)
  if (action === 'unfreeze' && standing === null && flag === null) {
    return 'Neither a flag nor a freeze stands against this wallet: there is nothing to lift.'
  }
  return null
}

function describeRecovery(freeze: Protection['freeze'], nowMs: number): string | null {
  if (freeze === null) {
    return 'This wallet is not frozen: a recovery opens only under a freeze. Propose a freeze first.'
  }
  if (freeze.overruledAt !== null) {
    return `A vote decided on ${formatDateTime(freeze.overruledAt)} to end this freeze: no recovery opens under it. Propose a new freeze first.`
  }
  if (nowMs + VOTING_PERIOD_MS < Date.parse(freeze.until)) return null
  return `The freeze ends on ${formatDateTime(freeze.until)}, and a recovery ends with it, before its vote of ${VOTING_PERIOD_HOURS} hours could approve it: renew the freeze first.`
}
