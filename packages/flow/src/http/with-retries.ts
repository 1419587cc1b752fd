import {
  NodeBehindError,
  NodeBusyError,
  NodeInvalidResponseError,
  NodeUnreachableError,
} from '../errors.ts'
import type { Clock } from './clock.ts'

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 200
const MAX_DELAY_MS = 5_000
/** A longer wait that the node requests is left to the caller, so that calls do not hang. */
const MAX_RETRY_AFTER_MS = 10_000
const RETRYABLE_ERRORS = [NodeUnreachableError, NodeInvalidResponseError, NodeBehindError]

/**
 * Calls `attempt` up to five times, while it fails with a transient error. Waits between attempts
 * with exponential back-off and full jitter, at least as long as the node requested. Throws the
 * last error.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (failures === MAX_ATTEMPTS || !isRetryable(error)) throw error
      await clock.sleep(computeDelayMs(failures, error, clock), signal)
    }
  }
}

function isRetryable(error: unknown): boolean {
  if (error instanceof NodeBusyError) return (error.retryAfterMs ?? 0) <= MAX_RETRY_AFTER_MS
  return RETRYABLE_ERRORS.some((kind) => error instanceof kind)
}

function computeDelayMs(failures: number, error: unknown, clock: Clock): number {
  const ceiling = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  const requestedMs = error instanceof NodeBusyError ? (error.retryAfterMs ?? 0) : 0
  return requestedMs + clock.random() * ceiling
}
