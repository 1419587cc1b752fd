import type { Address } from '@app/values/address.ts'
import { loadTip } from '../../facts/load-tip.ts'
import type { Api } from '../api.ts'
import { type ActionState, readActionState } from './read-actions.ts'

/** The notifications are hints; this is how often the tables are looked at without one. */
const POLL_MS = 1_000

/** How far an action is once it has failed, once it is sealed and indexed, or when `signal` ends. */
export async function waitForAction(
  { context, notifications }: Pick<Api, 'context' | 'notifications'>,
  action: { address: Address; id: number },
  signal: AbortSignal,
): Promise<ActionState> {
  const ending = new AbortController()
  const wake = notifications.wakeOn({
    channels: ['actions_changed', 'chain_advanced'],
    pollMs: POLL_MS,
    signal: AbortSignal.any([signal, ending.signal]),
  })
  try {
    for (;;) {
      const state = await readActionState(context, action)
      if (signal.aborted || (await hasEnded(context, state))) return state
      await wake()
    }
  } finally {
    ending.abort()
  }
}

/** Failed, or sealed in a block that the tables reach. */
export async function hasEnded(context: Api['context'], state: ActionState): Promise<boolean> {
  const { status, sealedHeight } = state
  if (status !== 'sealed') return status === 'failed'
  const tip = await loadTip(context)
  return tip !== null && sealedHeight !== null && tip.toHeight >= sealedHeight
}
