import { NodeBusyError, NodeInvalidResponseError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { wrapReader } from './wrap-reader.ts'

export type CallOutcome = 'ok' | 'unreachable' | 'busy' | 'unreadable'

/** What this process knows of the node from its own calls. */
export interface NodeState {
  /** Last sealed block that the node told of, `null` before the first. */
  height: number | null
  /** Since when no call succeeded, in Unix milliseconds, and why; `null` while the node answers. */
  outage: { sinceMs: number; message: string } | null
  /** Unix milliseconds of the last call that ended. */
  lastCallMs: number | null
}

export interface NodeHealthTracker {
  /** The reader given, watched. */
  flow: FlowReader
  state(): NodeState
  /** Notes a call that somebody gave up waiting for. */
  recordFailure(error: Error): void
  /** Calls that ended, by outcome. */
  calls: Readonly<Record<CallOutcome, number>>
  /** Events that the node gave. */
  eventsRead(): number
}

/** Watches every call of `flow`: whether the node answers, since when not, and how high it is. */
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

/** `null` for a call that we ended ourselves; a refusal is an answer. */
function toCallOutcome(error: unknown): CallOutcome | null {
  if (error instanceof NodeUnreachableError) return 'unreachable'
  if (error instanceof NodeBusyError) return 'busy'
  if (error instanceof NodeInvalidResponseError) return 'unreadable'
  return error instanceof DOMException ? null : 'ok'
}
