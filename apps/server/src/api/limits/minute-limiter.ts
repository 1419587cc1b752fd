import { ApiFailure } from '../failures/api-failure.ts'
import { MINUTE_MS } from './limits.ts'

/**
 * Counts by key what the plugin of rate limits cannot count, since a request reaches it before its body is read: the
 * messages of a wallet, and the scores that a client's reads make this process compute.
 */
export interface MinuteLimiter {
  /** Counts one. Throws `rate_limited` when the limit is reached, until a minute after the first one of the key. */
  count(key: string): void
}

interface LimiterOptions {
  perMinute: number
  describe: (limit: number, secondsLeft: number) => string
}

export function createMinuteLimiter(
  { perMinute, describe }: LimiterOptions,
  now: () => number = () => performance.now(),
): MinuteLimiter {
  /** By key, in the order in which they end. */
  const minutes = new Map<string, Minute>()
  return {
    count: (key) => {
      const nowMs = now()
      removeEnded(minutes, nowMs)
      const minute = minutes.get(key) ?? { count: 0, endsMs: nowMs + MINUTE_MS }
      if (minute.count >= perMinute) {
        throw buildFailure(perMinute, Math.ceil((minute.endsMs - nowMs) / 1000), describe)
      }
      minutes.set(key, { ...minute, count: minute.count + 1 })
    },
  }
}

interface Minute {
  count: number
  endsMs: number
}

function removeEnded(minutes: Map<string, Minute>, nowMs: number): void {
  for (const [key, { endsMs }] of minutes) {
    if (endsMs > nowMs) return
    minutes.delete(key)
  }
}

export const describeMessageLimit = (limit: number, secondsLeft: number): string =>
  `A wallet can send ${limit} messages per minute. Wait ${secondsLeft} seconds.`

const buildFailure = (limit: number, secondsLeft: number, describe: LimiterOptions['describe']) =>
  new ApiFailure('rate_limited', {
    message: describe(limit, secondsLeft),
    headers: {
      'retry-after': String(secondsLeft),
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(secondsLeft),
    },
  })
