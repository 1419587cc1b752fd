import type { Address } from '@app/values/address.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Counts the messages of each wallet. Only messages whose signatures were verified are counted, so that
 * nobody can use up the limit of somebody else.
 */
export interface SignerLimiter {
  /** Counts one message. Throws `ApiFailure` when the limit of the current minute is reached. */
  count(address: Address): void
}

const MINUTE_MS = 60_000

export function createSignerLimiter(
  perMinute: number,
  now: () => number = Date.now,
): SignerLimiter {
  let minute = 0
  let counts = new Map<Address, number>()
  return {
    count: (address) => {
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) counts = new Map()
      minute = current
      const count = (counts.get(address) ?? 0) + 1
      if (count > perMinute) throw buildFailure(perMinute, Math.ceil(60 - ((now() / 1000) % 60)))
      counts.set(address, count)
    },
  }
}

const buildFailure = (limit: number, secondsLeft: number) =>
  new ApiFailure('rate_limited', {
    message: `A wallet can send ${limit} messages per minute. Wait ${secondsLeft} seconds.`,
    headers: {
      'retry-after': String(secondsLeft),
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(secondsLeft),
    },
  })
