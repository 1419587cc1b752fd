import { ApiFailure } from '../failures/api-failure.ts'
import { MINUTE_MS } from './limits.ts'

/**
 * Counts by key what the plugin of rate limits cannot count, since a request reaches it before its body is read: the
 * messages of a wallet, and the scores that a client's reads make this process compute.
 */
export interface MinuteLimiter {
  /** Counts one. Throws `rate_limited` when the limit of the current minute is reached. */
  count(key: string): void
}

interface LimiterOptions {
  perMinute: number
  describe: (limit: number, secondsLeft: number) => string
}

export function createMinuteLimiter(
  { perMinute, describe }: LimiterOptions,
  now: () => number = Date.now,
): MinuteLimiter {
  let minute = 0
  let counts = new Map<string, number>()
  return {
    count: (key) => {
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) counts = new Map()
      minute = current
      const count = (counts.get(key) ?? 0) + 1
      const secondsLeft = Math.ceil(60 - ((now() / 1000) % 60))
      if (count > perMinute) throw buildFailure(perMinute, secondsLeft, describe)
      counts.set(key, count)
    },
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
