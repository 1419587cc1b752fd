import { setTimeout as delay } from 'node:timers/promises'
import { NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { isRecent } from '@app/values/time.ts'
import type { NodeHealthTracker } from './track-node-health.ts'
import { wrapReader } from './wrap-reader.ts'

/** After a failure, calls fail immediately for this long without calling the node. */
const COOLDOWN_MS = 3_000

interface TimeoutOptions {
  /** Timeout of one call, including its retries. */
  timeoutMs: number
  now?: () => number
}

/**
 * Creates a reader for API requests: calls have a short timeout, and fail immediately while the
 * node is known to be down. Throws `NodeUnreachableError` in addition to the reader's errors.
 */
export function createReaderWithTimeout(
  tracker: NodeHealthTracker,
  options: TimeoutOptions,
): FlowReader {
  const { timeoutMs, now = Date.now } = options

  function throwDuringCooldown(): void {
    const { outage, lastCallMs } = tracker.state()
    if (outage === null || lastCallMs === null) return
    if (!isRecent(lastCallMs, now(), COOLDOWN_MS)) return
    throw new NodeUnreachableError(outage.message)
  }

  function onTimeout(): never {
    const error = new NodeUnreachableError(
      `The Flow access node did not answer within ${timeoutMs / 1000} s.`,
    )
    tracker.recordFailure(error)
    throw error
  }

  return wrapReader(tracker.flow, async (call) => {
    throwDuringCooldown()
    return await withTimeout(call(), { timeoutMs, onTimeout })
  })
}

/** Settles like `work`, or after `timeoutMs` with what `onTimeout` returns or throws. */
export async function withTimeout<T>(
  work: Promise<T>,
  { timeoutMs, onTimeout }: { timeoutMs: number; onTimeout: () => T },
): Promise<T> {
  const finished = new AbortController()
  const timeout = delay(timeoutMs, undefined, { signal: finished.signal }).then(onTimeout)
  try {
    return await Promise.race([work, timeout])
  } finally {
    finished.abort()
  }
}
