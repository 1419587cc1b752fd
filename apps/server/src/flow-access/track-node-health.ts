import { setTimeout as delay } from 'node:timers/promises'
import { NodeBusyError, NodeInvalidResponseError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { isRecent } from '@app/values/time.ts'
import { wrapReader } from './wrap-reader.ts'

type CallOutcome = 'ok' | 'unreachable' | 'busy' | 'unreadable'

/** State of the node as observed by the calls of this process. */
export interface NodeState {
  /** Latest sealed height that the node reported; `null` before the first. */
  height: number | null
  /** Unix milliseconds since when calls have failed, and the error; `null` while the node answers. */
  outage: { sinceMs: number; message: string } | null
  /** Unix milliseconds of the last finished call. */
  lastCallMs: number | null
}

export interface NodeHealthTracker {
  /** The given reader, with tracked calls. */
  flow: FlowReader
  state(): NodeState
  /** Records a call whose caller stopped waiting. */
  recordFailure(error: Error): void
  calls: Readonly<Record<CallOutcome, number>>
  eventsRead(): number
}

/** Wraps `flow` and tracks the outcome of every call, the current outage and the latest height. */
export function trackNodeHealth(flow: FlowReader, now: () => number = Date.now): NodeHealthTracker {
  const calls: Record<CallOutcome, number> = { ok: 0, unreachable: 0, busy: 0, unreadable: 0 }
  const state: NodeState = { height: null, outage: null, lastCallMs: null }
  let eventsRead = 0

  function recordOutcome(outcome: CallOutcome, message = ''): void {
    const nowMs = now()
    calls[outcome] += 1
    state.lastCallMs = nowMs
    const sinceMs = state.outage?.sinceMs ?? nowMs
    state.outage = outcome === 'ok' ? null : { sinceMs, message }
  }

  function recordError(error: unknown): void {
    const outcome = toCallOutcome(error)
    if (outcome !== null) recordOutcome(outcome, error instanceof Error ? error.message : '')
  }

  const trackedReader = wrapReader(flow, async (call) => {
    try {
      const answer = await call()
      recordOutcome('ok')
      return answer
    } catch (error) {
      recordError(error)
      throw error
    }
  })

  const countingReader: FlowReader = {
    ...trackedReader,
    getLatestBlock: async () => {
      const block = await trackedReader.getLatestBlock()
      state.height = block.height
      return block
    },
    getEvents: async (...range) => {
      const events = await trackedReader.getEvents(...range)
      eventsRead += events.length
      return events
    },
    getEventsByBlock: async (...range) => {
      const blocks = await trackedReader.getEventsByBlock(...range)
      eventsRead += blocks.reduce((sum, block) => sum + block.events.length, 0)
      return blocks
    },
  }

  return {
    flow: countingReader,
    state: () => ({ ...state }),
    recordFailure: recordError,
    calls,
    eventsRead: () => eventsRead,
  }
}

/** Converts an error to an outcome: `null` for a call that this process cancelled; a refusal counts as an answer. */
function toCallOutcome(error: unknown): CallOutcome | null {
  if (error instanceof NodeUnreachableError) return 'unreachable'
  if (error instanceof NodeBusyError) return 'busy'
  if (error instanceof NodeInvalidResponseError) return 'unreadable'
  return error instanceof DOMException ? null : 'ok'
}

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
