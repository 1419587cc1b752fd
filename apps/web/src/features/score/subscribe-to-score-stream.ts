import type { Action } from '@app/api/schemas/action.ts'
import {
  ACTION_EVENT,
  ActionEventSchema,
  SCORE_EVENT,
  type ScoreEvent,
  ScoreEventSchema,
} from '@app/api/schemas/stream.ts'
import { Check } from 'typebox/value'
import { reportFailure } from '../../lib/report-failure.ts'

/** `live`: updates are pushed; `polling`: they are requested every few seconds. */
export type UpdateMode = 'live' | 'polling'

export interface StreamListener {
  onScore(event: ScoreEvent): void
  onAction(action: Action): void
  onUpdateMode(mode: UpdateMode): void
}

/** Delay before a stream that the server closed is opened again. */
const REOPEN_DELAY_MS = 15_000

/** Subscribes to a score stream, and opens it again when the server closes it. Returns a function that unsubscribes. */
export function subscribeToScoreStream(url: string, listener: StreamListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(url)
    source.onopen = () => listener.onUpdateMode('live')
    source.onerror = () => {
      listener.onUpdateMode('polling')
      reportFailure('GET /v1/score/:address/stream was interrupted', url)
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_DELAY_MS)
    }
    source.addEventListener(SCORE_EVENT, ({ data }) => {
      const event: unknown = JSON.parse(data)
      if (Check(ScoreEventSchema, event)) listener.onScore(event)
    })
    source.addEventListener(ACTION_EVENT, ({ data }) => {
      const event: unknown = JSON.parse(data)
      if (Check(ActionEventSchema, event)) listener.onAction(event.data)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
    listener.onUpdateMode('polling')
  }
}
