import { EventEmitter, once } from 'node:events'

interface ReceivedEvent {
  id: number
  event: string
  data: { data: { address: string; metadata: { dataPoints: number } }; meta?: object }
}

/** Reads one event stream as a browser does. */
export interface EventReader {
  status: number
  headers: Headers
  /** Resolves when `count` events have been received. */
  events(count: number): Promise<ReceivedEvent[]>
  /** Resolves when the received text contains `text`. */
  text(text: string): Promise<string>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  disconnect(): void
}

/** Opens an event stream and reads it in the background. */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
): Promise<EventReader> {
  const abortController = new AbortController()
  const response = await fetch(url, { headers, signal: abortController.signal })
  const emitter = new EventEmitter()
  let received = ''
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += chunk
      emitter.emit('more')
    }
  }
  const ended = read().catch(() => {})
  const waitUntil = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await once(emitter, 'more')
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    ended,
    events: (count) =>
      waitUntil(() => {
        const events = parseEvents(received)
        return events.length >= count ? events : undefined
      }),
    text: (text) => waitUntil(() => (received.includes(text) ? received : undefined)),
    disconnect: () => abortController.abort(),
  }
}

function parseEvents(text: string): ReceivedEvent[] {
  return [...text.matchAll(/id: (\d+)\nevent: (\w+)\ndata: (.*)\n\n/g)].map(
    ([, id, event, data]) => ({
      id: Number(id),
      event: String(event),
      data: JSON.parse(String(data)),
    }),
  )
}
