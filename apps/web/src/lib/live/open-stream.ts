import { STATE_EVENT, STATE_INTERVAL_MS } from '@app/api/schemas/stream/page-stream.ts'
import { recordAnswer } from '../outage/last-answer.ts'
import { reportFailure } from '../report-failure.ts'

export interface StreamListener {
  /** Names of the events to receive. */
  events: readonly string[]
  onEvent(name: string, event: unknown): void
  onOpen(): void
  onInterruption(): void
}

/** An open connection that is silent for so long is dead: the server sends its state more often. */
const SILENCE_MS = 3 * STATE_INTERVAL_MS

/** Delays before the stream is opened again: the first, the second, …; the last one from then on. */
const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000]

/**
 * Opens a stream of server-sent events, again with growing delays whenever it breaks or falls silent, which is logged
 * once each time. Returns a function that closes it.
 */
export function openStream(url: string, listener: StreamListener): () => void {
  let source: EventSource
  let failures = 0
  const [silence, retry] = [createTimer(), createTimer()]
  const reopen = () => {
    source.close()
    silence.clear()
    if (failures === 0) reportFailure('GET /v1/stream was interrupted', url)
    retry.set(open, RETRY_MS[failures] ?? RETRY_MS.at(-1))
    failures += 1
    listener.onInterruption()
  }
  const notice = () => {
    recordAnswer()
    silence.set(reopen, SILENCE_MS)
  }
  const open = () => {
    source = new EventSource(url)
    source.onerror = reopen
    source.onopen = () => {
      failures = 0
      notice()
      listener.onOpen()
    }
    for (const name of [STATE_EVENT, ...listener.events]) {
      source.addEventListener(name, ({ data }) => {
        notice()
        listener.onEvent(name, JSON.parse(data))
      })
    }
  }
  open()
  return () => {
    retry.clear()
    silence.clear()
    source.close()
  }
}

function createTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => clearTimeout(timer)
  return {
    clear,
    /** Replaces what the timer would do. */
    set: (callback: () => void, delayMs: number | undefined) => {
      clear()
      timer = setTimeout(callback, delayMs)
    },
  }
}
