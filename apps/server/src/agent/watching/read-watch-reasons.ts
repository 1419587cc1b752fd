import type { Address } from '@app/values/address.ts'
import type { Context } from '../../runtime/context.ts'
import {
  describeCause,
  isJudged,
  loadRecheckCauses,
  loadRequester,
  type RecheckCause,
} from './load-watch-candidates.ts'

/** Why the agent watches an address. */
interface WatchReason {
  kind: RecheckCause['kind'] | 'discovered' | 'requested'
  /** For display, such as 'flagged since 2026-05-03 12:00 UTC'. */
  text: string
}

/**
 * Reads why an address is watched, the most important reason first; none when it is not. Flagged
 * addresses, owners of vaults and voters are rechecked on the chain, the others when they change.
 */
export async function readWatchReasons(
  { db }: Pick<Context, 'db'>,
  address: Address,
): Promise<WatchReason[]> {
  const causes = await loadRecheckCauses(db, address)
  const reasons: WatchReason[] = causes.map((cause) => ({
    kind: cause.kind,
    text: describeCause(cause),
  }))
  if (await isJudged(db, address)) reasons.push({ kind: 'discovered', text: 'discovered' })
  if ((await loadRequester(db, address)) === 'client')
    reasons.push({ kind: 'requested', text: 'requested by a visitor' })
  return reasons
}
