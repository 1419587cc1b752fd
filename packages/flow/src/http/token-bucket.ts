import type { Clock } from './clock.ts'

export interface TokenBucket {
  /** Resolves when the next call may go out; calls leave in the order in which they asked. */
  take(signal: AbortSignal | undefined): Promise<void>
}

/**
 * A bucket that lets at most `perSecond` calls out in any second: it holds a tenth of them for
 * bursts and refills at the rate that remains, so burst and refill together never exceed the limit.
 */
export function createTokenBucket(perSecond: number, clock: Clock): TokenBucket {
  if (!(perSecond > 0))
    throw new RangeError(`a rate of ${perSecond} calls per second lets none out`)
  const capacity = Math.max(1, Math.floor(perSecond / 10))
  const msPerToken = 1000 / Math.max(perSecond - capacity, perSecond / 2)
  let fullAtMs = clock.nowMs()
  return {
    async take(signal) {
      const nowMs = clock.nowMs()
      fullAtMs = Math.max(fullAtMs, nowMs) + msPerToken
      const waitMs = fullAtMs - nowMs - capacity * msPerToken
      if (waitMs > 0) await clock.sleep(waitMs, signal)
    },
  }
}
