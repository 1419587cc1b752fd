import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { ApiFailure } from '../api-failure.ts'

export interface ApiLimits {
  /** Requests per client and minute. */
  requestsPerMinute: number
  /** Computed scores per client and minute: each may call the node. */
  computesPerMinute: number
  /**
   * Scores per client and minute that a read has to compute, because the wallet was never scored or has changed: each
   * may call the node.
   */
  missesPerMinute: number
  /** Calls with a body per client and minute, and signed messages per wallet and minute. */
  writesPerMinute: number
  messagesPerMinute: number
  /** Maximum number of open event streams: of all clients, and of one. */
  streams: number
  streamsPerClient: number
  /** Time in which the head and the body of a request must arrive, before it is answered with 408 and closed. */
  arrivalMs: number
  /** Timeout of a call that computes or sends; shorter than the 30 s of the web app. */
  responseTimeoutMs: number
  /** How long a call waits for the chain once its transaction is queued: within the time above. */
  chainWaitMs: number
  /** How much longer than the response timeout a call may take that stops to wait for the chain then, and still builds its answer. */
  acceptanceMs: number
  /** How long a call waits for the answer of a receiver to a challenge: an attempt ends after 5 s. */
  challengeWaitMs: number
  /** Event loop delay above which requests are answered with 503. */
  eventLoopDelayMs: number
}

export const DEFAULT_LIMITS: ApiLimits = {
  requestsPerMinute: 6_000,
  computesPerMinute: 120,
  missesPerMinute: 300,
  writesPerMinute: 600,
  messagesPerMinute: 30,
  streams: 5_000,
  streamsPerClient: 2_000,
  arrivalMs: 15_000,
  responseTimeoutMs: 25_000,
  chainWaitMs: 25_000,
  acceptanceMs: 2_000,
  challengeWaitMs: 7_000,
  eventLoopDelayMs: 1_000,
}

export const RATE_WINDOW_MS = 60_000

/** Maximum size of a body that a route asks for. */
export const MAX_BODY_BYTES = 64 * 1024

/** Maximum size of a body where none is asked for. */
export const MAX_EMPTY_BODY_BYTES = 1024

/** Says in a failure whose limit is reached: a client may have used little of it itself. */
export const SHARED_ADDRESS = 'you and all others who share your IP address'

/** A client behind a shared address may have sent few of these requests itself. */
export const buildRateMessage = (limit: number, secondsLeft: number): string =>
  `More than ${limit} requests of this kind came from your IP address within a minute. All clients behind one address share its limit. Wait ${secondsLeft} seconds.`

export const describeMessageLimit = (limit: number, secondsLeft: number): string =>
  `A wallet can send ${limit} messages per minute. Wait ${secondsLeft} seconds.`

/**
 * Counts by key what the plugin of rate limits cannot count, since a request reaches it before its body is read: the
 * messages of a wallet, and the scores that a client's reads make this process compute.
 */
export interface MinuteLimiter {
  /** Counts one. Throws `rate_limited` when the limit is reached, until a minute after the first one of the key. */
  count(key: string): void
}

/** Keys that are counted at the same time. */
const MAX_KEYS = 100_000

export function createMinuteLimiter(
  perMinute: number,
  describe: (limit: number, secondsLeft: number) => string,
  now: () => number = () => performance.now(),
): MinuteLimiter {
  const minutes = new LRUCache<string, { count: number; endsMs: number }>({ max: MAX_KEYS })
  return {
    count: (key) => {
      const nowMs = now()
      const last = minutes.get(key)
      const minute =
        last && last.endsMs > nowMs ? last : { count: 0, endsMs: nowMs + RATE_WINDOW_MS }
      minutes.set(key, minute)
      if (minute.count >= perMinute) {
        const secondsLeft = Math.ceil((minute.endsMs - nowMs) / 1000)
        throw new ApiFailure('rate_limited', {
          message: describe(perMinute, secondsLeft),
          headers: {
            'retry-after': String(secondsLeft),
            'ratelimit-limit': String(perMinute),
            'ratelimit-remaining': '0',
            'ratelimit-reset': String(secondsLeft),
          },
        })
      }
      minute.count += 1
    },
  }
}

/**
 * Returns the key of a client's rate limit: its IPv4 address, or the /64 network of its IPv6
 * address.
 */
export function identifyClient({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}
