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
/** A node that wants us away for longer gets its wish from the caller, not from a call that hangs. */
const MAX_RETRY_AFTER_MS = 10_000
const RETRYABLE_ERRORS = [NodeUnreachableError, NodeInvalidResponseError, NodeBehindError]

/**
 * Calls `attempt` up to five times, as long as it fails in a way that may pass. Waits between with
 * exponential back-off and full jitter, at least as long as the node asked. Throws the last error.
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
  const askedMs = error instanceof NodeBusyError ? (error.retryAfterMs ?? 0) : 0
  return askedMs + clock.random() * ceiling
}
