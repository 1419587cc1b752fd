import type { Clock } from './clock.ts'

export interface TokenBucket {
  /** Resolves when the next call may be sent; calls are sent in the order of `take`. */
  take(signal: AbortSignal | undefined): Promise<void>
}

/**
 * Creates a bucket that allows at most `perSecond` calls in any second: a tenth of them is its
 * capacity for bursts and it refills at the remaining rate, so burst and refill together never
 * exceed the limit. Throws `RangeError` when the rate is not above 0.
 */
export function createTokenBucket(perSecond: number, clock: Clock): TokenBucket {
  if (!(perSecond > 0))
    throw new RangeError(`a rate must be above 0 calls per second, but is ${perSecond}`)
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
