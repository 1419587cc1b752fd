/** What visitors may ask of one process, and how long it may take. */
export interface ApiLimits {
  /** Requests of one visitor in a minute. */
  requestsPerMinute: number
  /** Scores that one visitor may have computed in a minute: each may call the node. */
  computesPerMinute: number
  /** Open event streams of all visitors, and of one. */
  streams: number
  streamsPerClient: number
  /** A call that computes or sends gives up before the web does, which waits 30 s. */
  responseTimeoutMs: number
  /** A process whose event loop is this late answers 503 rather than everybody slowly. */
  eventLoopDelayMs: number
}

export const DEFAULT_LIMITS: ApiLimits = {
  requestsPerMinute: 6_000,
  computesPerMinute: 120,
  streams: 5_000,
  streamsPerClient: 2_000,
  responseTimeoutMs: 25_000,
  eventLoopDelayMs: 1_000,
}
