import { reportFailure } from '../report-failure.ts'

/** `live`: updates are pushed; `polling`: they are requested every few seconds. */
export type UpdateMode = 'live' | 'polling'

export interface StreamListener {
  /** Route of the stream, for the console: 'GET /v1/score/:address/stream'. */
  route: string
  /** Names of the events to receive. */
  events: readonly string[]
  onEvent(name: string, data: unknown): void
  /** Called with `live` each time the stream opens. */
  onUpdateMode(mode: UpdateMode): void
}

/** Delay before a stream that the server closed is opened again. */
const REOPEN_DELAY_MS = 15_000

/** Subscribes to server-sent events, and opens the stream again when the server closes it. Returns a function that unsubscribes. */
export function subscribeToEvents(url: string, listener: StreamListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(url)
    source.onopen = () => listener.onUpdateMode('live')
    source.onerror = () => {
      listener.onUpdateMode('polling')
      reportFailure(`${listener.route} was interrupted`, url)
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_DELAY_MS)
    }
    for (const name of listener.events) {
      source.addEventListener(name, ({ data }) => listener.onEvent(name, JSON.parse(data)))
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
    listener.onUpdateMode('polling')
  }
}
