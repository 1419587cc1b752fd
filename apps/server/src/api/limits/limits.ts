/** Limits of one process for its API clients. */
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
  /** Timeout of a call that computes or sends; shorter than the 30 s of the web app. */
  responseTimeoutMs: number
  /** How much longer than that a call may take that stops to wait for the chain then, and still builds its answer. */
  acceptanceMs: number
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
  responseTimeoutMs: 25_000,
  acceptanceMs: 2_000,
  eventLoopDelayMs: 1_000,
}

export const MINUTE_MS = 60_000

/** A client behind a shared address may have sent few of these requests itself. */
export const buildRateMessage = (limit: number, secondsLeft: number): string =>
  `More than ${limit} requests of this kind came from your IP address within a minute. All clients behind one address share its limit. Wait ${secondsLeft} seconds.`

/** Maximum size of a body that a route asks for. */
export const MAX_BODY_BYTES = 64 * 1024

/** Maximum size of a body where none is asked for. */
export const MAX_EMPTY_BODY_BYTES = 1024
