import { NodeAnswerError, NodeBusyError, NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { wrapReader } from './wrap-reader.ts'

export type CallOutcome = 'ok' | 'unreachable' | 'busy' | 'unreadable'

/** What this process knows of the node from its own calls. */
export interface NodeState {
  /** Last sealed block that the node told of, `null` before the first. */
  height: number | null
  /** Since when no call succeeded, in Unix milliseconds, and why; `null` while the node answers. */
  trouble: { sinceMs: number; message: string } | null
  /** Unix milliseconds of the last call that ended. */
  lastCallMs: number | null
}

export interface NodeWatch {
  /** The reader given, watched. */
  flow: FlowReader
  state(): NodeState
  /** Notes a call that somebody gave up waiting for. */
  noteFailure(error: Error): void
  /** Calls that ended, by outcome. */
  calls: Readonly<Record<CallOutcome, number>>
  /** Events that the node gave. */
  eventsRead(): number
}

/** Watches every call of `flow`: whether the node answers, since when not, and how high it is. */
export function watchNode(flow: FlowReader, now: () => number = Date.now): NodeWatch {
  const calls: Record<CallOutcome, number> = { ok: 0, unreachable: 0, busy: 0, unreadable: 0 }
  const state: NodeState = { height: null, trouble: null, lastCallMs: null }
  let eventsRead = 0

  function note(outcome: CallOutcome, message = ''): void {
    const nowMs = now()
    calls[outcome] += 1
    state.lastCallMs = nowMs
    const sinceMs = state.trouble?.sinceMs ?? nowMs
    state.trouble = outcome === 'ok' ? null : { sinceMs, message }
  }

  function noteError(error: unknown): void {
    const outcome = outcomeOf(error)
    if (outcome !== null) note(outcome, error instanceof Error ? error.message : '')
  }

  const watched = wrapReader(flow, async (call) => {
    try {
      const answer = await call()
      note('ok')
      return answer
    } catch (error) {
      noteError(error)
      throw error
    }
  })

  const counting: FlowReader = {
    ...watched,
    latestBlock: async () => {
      const block = await watched.latestBlock()
      state.height = block.height
      return block
    },
    events: async (...range) => {
      const events = await watched.events(...range)
      eventsRead += events.length
      return events
    },
    eventsByBlock: async (...range) => {
      const blocks = await watched.eventsByBlock(...range)
      eventsRead += blocks.reduce((sum, block) => sum + block.events.length, 0)
      return blocks
    },
  }

  return {
    flow: counting,
    state: () => ({ ...state }),
    noteFailure: noteError,
    calls,
    eventsRead: () => eventsRead,
  }
}

/** `null` for a call that we ended ourselves; a refusal is an answer. */
function outcomeOf(error: unknown): CallOutcome | null {
  if (error instanceof NodeUnreachableError) return 'unreachable'
  if (error instanceof NodeBusyError) return 'busy'
  if (error instanceof NodeAnswerError) return 'unreadable'
  return error instanceof DOMException ? null : 'ok'
}
