import { PassThrough, type Readable } from 'node:stream'
import type { Meta } from '@app/api/schemas/envelope.ts'
import {
  STATE_EVENT,
  STATE_INTERVAL_MS,
  STREAM_HEARTBEAT_MS,
  STREAM_RETRY_MS,
  type StreamTopic,
} from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import type { NotificationChannel, Notifications } from '../../db/notifications.ts'
import { ApiFailure } from '../api-failure.ts'
import type { ApiLimits } from '../http/limits.ts'

export interface StreamEvent {
  /** Sent back by a reconnecting client as Last-Event-ID; without one the client keeps the previous id. */
  id?: number
  event: string
  data: unknown
}

/** What a page follows: of one account, or of all. */
export interface PageTopic {
  name: StreamTopic
  address: Address | null
}

/** A notification that wakes the pages with some topics, and what they are sent then. */
export interface EventSource {
  topics: readonly StreamTopic[]
  channel: NotificationChannel
  /** Loads the events about the subject of a notification: an address, or what else the channel names. */
  load(subject: string): Promise<readonly StreamEvent[]>
  /**
   * Of events with ids: returns the id of the newest event about each address that has one. A page gets that event when
   * it opens, unless its client has it already, and at a heartbeat where its notification was lost.
   */
  readLatestIds?(addresses: readonly Address[]): Promise<ReadonlyMap<Address, number>>
  /** Also loaded while no page follows the subject. */
  isAlwaysLoaded?: true
  /** Loads one subject after the other: what was read before a change is not sent after what was read since. */
  isInOrder?: true
}

interface PageRequest {
  client: string
  topics: readonly PageTopic[]
  /** Id of the last event that the client has; 0 without one. */
  afterId: number
}

export interface EventStreams {
  /** Opens the stream of a page. Throws `overloaded` when too many are open. */
  open(request: PageRequest): Readable
  /** Ends every stream. */
  close(): void
}

export interface StreamOptions {
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  loadState(): Promise<Meta>
  /** Interval of comments, of the look-up of missed events, and of the state of the server. */
  heartbeatMs?: number | undefined
  onError: (error: unknown) => void
}

interface Page {
  stream: PassThrough
  topics: (PageTopic & { sentId: number })[]
}

export function createEventStreams(
  wakes: readonly EventSource[],
  { notifications, limiter, loadState, heartbeatMs, onError }: StreamOptions,
): EventStreams {
  const pages = new Set<Page>()
  const sources = wakes.map((source) => {
    const listTopics = ({ topics }: Page) =>
      topics.filter(({ name }) => source.topics.includes(name))
    const listFollowing = (subject: string) =>
      [...pages].flatMap((page) =>
        listTopics(page)
          .filter(({ address }) => address === null || address === subject)
          .map((topic) => ({ stream: page.stream, topic })),
      )
    const send = async (subject: string) => {
      for (const event of await source.load(subject)) {
        const news = listFollowing(subject).filter(({ topic }) => isNew(topic, event))
        const text = formatEvent(event)
        for (const { stream } of news) write(stream, text)
      }
    }
    return { ...source, listTopics, listFollowing, refresh: createRefresh(send, source, onError) }
  })
  const unsubscribes = sources.map(({ channel, isAlwaysLoaded, listFollowing, refresh }) =>
    notifications.on(channel, (subject) => {
      if (isAlwaysLoaded || listFollowing(subject).length > 0) void refresh(subject)
    }),
  )
  const beat = async () => {
    for (const { stream } of pages) write(stream, HEARTBEAT_TEXT)
    for (const { readLatestIds, listTopics, refresh } of sources) {
      if (readLatestIds === undefined || pages.size === 0) continue
      const missed = await findMissed([...pages].flatMap(listTopics), readLatestIds)
      await Promise.all(missed.map(refresh))
    }
  }
  const loadStateText = async () =>
    formatEvent({ event: STATE_EVENT, data: { data: await loadState() } })
  const sendState = async () => {
    const text = pages.size === 0 ? '' : await loadStateText()
    for (const { stream } of pages) write(stream, text)
  }
  const repeat = (work: () => Promise<void>, ms: number) =>
    setInterval(() => void work().catch(onError), heartbeatMs ?? ms).unref()
  const timers = [repeat(beat, STREAM_HEARTBEAT_MS), repeat(sendState, STATE_INTERVAL_MS)]
  return {
    open: ({ client, topics, afterId }) => {
      const release = limiter.acquire(client, Math.max(1, topics.length))
      const stream = new PassThrough()
      const page = { stream, topics: topics.map((topic) => ({ ...topic, sentId: afterId })) }
      pages.add(page)
      stream.once('close', () => {
        pages.delete(page)
        release()
      })
      write(stream, `retry: ${STREAM_RETRY_MS}\n\n`)
      loadStateText().then((text) => write(stream, text), onError)
      for (const { readLatestIds, listTopics, refresh } of sources)
        for (const { address } of listTopics(page))
          if (readLatestIds !== undefined && address !== null) void refresh(address)
      return stream
    },
    close: () => {
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const { stream } of pages) stream.end()
    },
  }
}

/** Of events with ids, a topic gets only those above the last one that it got. */
function isNew(topic: Page['topics'][number], { id }: StreamEvent): boolean {
  if (id === undefined) return true
  if (id <= topic.sentId) return false
  topic.sentId = id
  return true
}

async function findMissed(
  topics: readonly Page['topics'][number][],
  readLatestIds: NonNullable<EventSource['readLatestIds']>,
): Promise<Address[]> {
  const latest = await readLatestIds([...new Set(topics.flatMap(({ address }) => address ?? []))])
  const missed = topics.flatMap(({ address, sentId }) =>
    address !== null && sentId < (latest.get(address) ?? 0) ? [address] : [],
  )
  return [...new Set(missed)]
}

/** Runs `send` for subjects that changed, at most once at a time for each; never rejects. */
function createRefresh(
  send: (subject: string) => Promise<void>,
  { isInOrder }: Pick<EventSource, 'isInOrder'>,
  onError: (error: unknown) => void,
): (subject: string) => Promise<void> {
  if (!isInOrder) return coalesceByKey(send, onError)
  const changed = new Set<string>()
  const sendAll = coalesceByKey(async (_: 'all') => {
    const subjects = [...changed]
    changed.clear()
    for (const subject of subjects) await send(subject).catch(onError)
  }, onError)
  return (subject) => {
    changed.add(subject)
    return sendAll('all')
  }
}

/**
 * Runs `work` at most once at a time per key: calls during a run cause one more run after it. Never
 * rejects; errors are passed to `onError`.
 */
function coalesceByKey<Key>(
  work: (key: Key) => Promise<void>,
  onError: (error: unknown) => void,
): (key: Key) => Promise<void> {
  const running = new Map<Key, { needsRerun: boolean }>()
  return async (key) => {
    const ongoing = running.get(key)
    if (ongoing) {
      ongoing.needsRerun = true
      return
    }
    const run = { needsRerun: true }
    running.set(key, run)
    while (run.needsRerun) {
      run.needsRerun = false
      await work(key).catch(onError)
    }
    running.delete(key)
  }
}

/** A client with this many unsent bytes is disconnected; it reads what it missed when it reconnects. */
const MAX_UNSENT_BYTES = 256 * 1024

function write(stream: PassThrough, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!(stream.writableEnded || stream.destroyed)) stream.write(text)
}

/** Formats one server-sent event. `data` becomes one line of JSON. */
function formatEvent({ id, event, data }: StreamEvent): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** A comment line, which clients ignore and which keeps the connection open. */
const HEARTBEAT_TEXT = ': heartbeat\n\n'

interface StreamLimiter {
  /** Counts topics, and returns the function that releases them. Throws `overloaded` when a limit is reached. */
  acquire(client: string, topics: number): () => void
  countOpen(): number
}

export function createStreamLimiter(
  limits: Pick<ApiLimits, 'streams' | 'streamsPerClient'>,
): StreamLimiter {
  const openByClient = new Map<string, number>()
  let total = 0
  const add = (client: string, topics: number) => {
    total += topics
    const own = (openByClient.get(client) ?? 0) + topics
    if (own === 0) openByClient.delete(client)
    else openByClient.set(client, own)
  }
  return {
    acquire: (client, topics) => {
      const own = openByClient.get(client) ?? 0
      if (total + topics > limits.streams || own + topics > limits.streamsPerClient) {
        throw new ApiFailure('overloaded', {
          message: 'Too many event streams are open. Close some, or try again in a minute.',
          headers: { 'retry-after': '60' },
        })
      }
      add(client, topics)
      return () => add(client, -topics)
    },
    countOpen: () => total,
  }
}
