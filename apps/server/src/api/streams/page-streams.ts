import { PassThrough, type Readable } from 'node:stream'
import type { Meta } from '@app/api/schemas/envelope.ts'
import {
  STATE_EVENT,
  STATE_INTERVAL_MS,
  STREAM_RETRY_MS,
  type StreamTopic,
} from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { type EventStreams, formatEvent, formatRetry, type StreamRequest } from './event-streams.ts'

/** What a page follows: of one account, or of all. */
export interface PageTopic {
  name: StreamTopic
  address: Address | null
}

interface PageSubscription extends Omit<StreamRequest, 'address'> {
  topics: readonly PageTopic[]
}

export interface PageStreams {
  /** Opens one stream with the events of every topic, and the state of the server. Throws `overloaded` when too many are open. */
  open(subscription: PageSubscription): Readable
  /** Ends every stream. */
  close(): void
}

/** The event streams by topic. */
interface TopicStreams {
  score: EventStreams
  alerts: EventStreams
  proposals: EventStreams
  wallets: EventStreams
}

interface Options {
  topics: TopicStreams
  loadState(): Promise<Meta>
  intervalMs?: number
  onError: (error: unknown) => void
}

/** Creates the event streams of whole pages: each passes on the streams of its topics. */
export function createPageStreams(options: Options): PageStreams {
  const { topics, loadState, intervalMs = STATE_INTERVAL_MS, onError } = options
  const pages = new Set<PassThrough>()
  const loadEvent = async () =>
    formatEvent({ event: STATE_EVENT, data: { data: await loadState() } })
  const sendState = async () => {
    if (pages.size === 0) return
    const text = await loadEvent()
    for (const page of pages) write(page, text)
  }
  const timer = setInterval(() => void sendState().catch(onError), intervalMs).unref()
  return {
    open: (subscription) => {
      const page = joinStreams(openTopics(topics, subscription))
      pages.add(page.once('close', () => pages.delete(page)))
      write(page, formatRetry(STREAM_RETRY_MS))
      loadEvent().then((text) => write(page, text), onError)
      return page
    },
    close: () => {
      clearInterval(timer)
      for (const page of pages) page.end()
    },
  }
}

/** Opens the streams of all topics, or none. */
function openTopics(
  streams: TopicStreams,
  { topics, client, afterId }: PageSubscription,
): Readable[] {
  const opened: Readable[] = []
  try {
    for (const { name, address } of topics) {
      const { open } = streams[name === 'all_alerts' ? 'alerts' : name]
      opened.push(open({ client, address, afterId }))
    }
    return opened
  } catch (error) {
    for (const stream of opened) stream.destroy()
    throw error
  }
}

/** Passes on whole events of several streams; when one of them or the result is closed, all are. */
function joinStreams(parts: readonly Readable[]): PassThrough {
  const joined = new PassThrough()
  for (const part of parts) {
    part.pipe(joined, { end: false })
    part.once('end', () => joined.end())
    part.once('close', () => part.readableEnded || joined.destroy())
  }
  return joined.once('close', () => {
    for (const part of parts) part.destroy()
  })
}

function write(stream: PassThrough, text: string): void {
  if (!(stream.writableEnded || stream.destroyed)) stream.write(text)
}
