import type { Address } from '@app/values/address.ts'
import type { NotificationChannel } from '../../db/notifications.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import type { Api } from '../api.ts'
import { type ActionState, readActionState } from './read-actions.ts'

/**
 * Resolves with the state of an action once it has failed, once it is sealed and indexed, when the time to wait for the
 * chain is over, or when `deadline` aborts.
 */
export async function waitForAction(
  api: Pick<Api, 'context' | 'notifications' | 'limits'>,
  action: { address: Address; id: number },
  deadline: AbortSignal,
): Promise<ActionState> {
  const findEnded = async () => {
    const state = await readActionState(api.context, action)
    return (await isFailedOrIndexed(api.context, state)) ? state : null
  }
  const ended = await waitUntilFound(api, findEnded, {
    channels: ['actions_changed', 'chain_advanced'],
    signal: AbortSignal.any([deadline, AbortSignal.timeout(api.limits.chainWaitMs)]),
  })
  return ended ?? (await readActionState(api.context, action))
}

export async function isFailedOrIndexed(
  context: Api['context'],
  state: ActionState,
): Promise<boolean> {
  const { status, sealedHeight } = state
  if (status !== 'sealed') return status === 'failed'
  const tip = await loadIndexedTip(context)
  return tip !== null && sealedHeight !== null && tip.toHeight >= sealedHeight
}

/** Notifications can be missed. */
const POLL_MS = 500

/**
 * Resolves with the first result of `find` that is not `null`, or with `null` when `signal` aborts; calls it again after
 * notifications on `channels`.
 */
export async function waitUntilFound<Found>(
  { notifications }: Pick<Api, 'notifications'>,
  find: () => Promise<Found | null>,
  { channels, signal }: { channels: readonly NotificationChannel[]; signal: AbortSignal },
): Promise<Found | null> {
  const ending = new AbortController()
  const wake = notifications.wakeOn({
    channels,
    pollMs: POLL_MS,
    signal: AbortSignal.any([signal, ending.signal]),
  })
  try {
    for (;;) {
      const found = await find()
      if (found !== null || signal.aborted) return found
      await wake()
    }
  } finally {
    ending.abort()
  }
}
