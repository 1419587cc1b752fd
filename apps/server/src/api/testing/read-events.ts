import { EventEmitter, once } from 'node:events'

export interface SentEvent {
  id: number
  event: string
  data: { data: { address: string; metadata: { dataPoints: number } }; meta?: object }
}

/** A reader of one event stream, as a browser has it. */
export interface EventReader {
  status: number
  headers: Headers
  /** Resolves when `count` events have come. */
  events(count: number): Promise<SentEvent[]>
  /** Resolves when the stream holds `text`. */
  text(text: string): Promise<string>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  leave(): void
}

/** Opens an event stream and reads it in the background. */
export async function readEvents(
  url: string,
  headers: Record<string, string>,
): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(url, { headers, signal: leaving.signal })
  const news = new EventEmitter()
  let received = ''
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk
      news.emit('more')
    }
  }
  const ended = read().catch(() => {})
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      await once(news, 'more')
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    ended,
    events: (count) =>
      until(() => {
        const events = parseEvents(received)
        return events.length >= count ? events : undefined
      }),
    text: (text) => until(() => (received.includes(text) ? received : undefined)),
    leave: () => leaving.abort(),
  }
}

function parseEvents(text: string): SentEvent[] {
  return [...text.matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, id, event, data]) => ({
      id: Number(id),
      event: String(event),
      data: JSON.parse(String(data)),
    }),
  )
}
