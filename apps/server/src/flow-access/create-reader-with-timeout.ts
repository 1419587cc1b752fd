import { NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { NodeHealthTracker } from './track-node-health.ts'
import { withTimeout } from './with-timeout.ts'
import { wrapReader } from './wrap-reader.ts'

/** After a failure the node is left alone for this long, and requests are answered at once. */
const COOLDOWN_MS = 3_000

interface TimeoutOptions {
  /** How long a visitor waits for one call, all its retries included. */
  timeoutMs: number
  now?: () => number
}

/**
 * A reader for requests, where somebody waits: it gives up early, and while the node is known not to
 * answer it fails at once. Throws `NodeUnreachableError` besides the errors of the reader itself.
 */
export function createReaderWithTimeout(
  tracker: NodeHealthTracker,
  options: TimeoutOptions,
): FlowReader {
  const { timeoutMs, now = Date.now } = options

  function throwDuringCooldown(): void {
    const { outage, lastCallMs } = tracker.state()
    if (outage === null || lastCallMs === null || now() - lastCallMs > COOLDOWN_MS) return
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
