import type { Api } from '../api.ts'

/** Polling interval: notifications can be missed. */
const POLL_MS = 500

/**
 * Resolves with the first result of `find` that is not `null`, or with `null` when `signal` aborts:
 * the mirror of the governance follows the indexed blocks.
 */
export async function waitForMirror<Found>(
  { notifications }: Pick<Api, 'notifications'>,
  find: () => Promise<Found | null>,
  signal: AbortSignal,
): Promise<Found | null> {
  const ending = new AbortController()
  const wake = notifications.wakeOn({
    channels: ['governance_changed', 'cases_changed', 'chain_advanced'],
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
