import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  nowMs(): number
  /** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** 0 ≤ x < 1 */
  random(): number
}

/** The process's monotonic clock and its pseudo-random numbers. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
    signal?.throwIfAborted()
  },
  random: Math.random,
}
