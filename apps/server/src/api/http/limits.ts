/** How much one visitor, and all of them together, may ask of one process. */
export interface ApiLimits {
  /** Requests of one visitor in a minute. */
  requestsPerMinute: number
  /** Scores that one visitor may have computed in a minute: each may call the node. */
  computesPerMinute: number
  /** Open event streams of all visitors, and of one. */
  streams: number
  streamsPerVisitor: number
}

export const DEFAULT_LIMITS: ApiLimits = {
  requestsPerMinute: 1_200,
  computesPerMinute: 60,
  streams: 5_000,
  streamsPerVisitor: 2_000,
}
