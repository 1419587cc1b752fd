import { PassThrough, type Readable } from 'node:stream'
import { STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import type { NotificationChannel, Notifications } from '../../db/notifications.ts'
import { ApiFailure } from '../api-failure.ts'
import type { ApiLimits } from '../http/limits.ts'

/** A notification that wakes the streams of a topic, and what they are sent then. */
export interface Wake {
  channel: NotificationChannel
  /** Loads the events about the subject of a notification: an address, or what else the channel names. */
  load(subject: string): Promise<readonly StreamEvent[]>
  /**
   * Of events with ids: returns the id of the newest event about each address that has one. A stream gets that event when
   * it opens, unless its client has it already, and at a heartbeat where its notification was lost.
   */
  readLatestIds?(addresses: readonly Address[]): Promise<ReadonlyMap<Address, number>>
  /** Also loaded while no stream follows the subject. */
  isAlwaysLoaded?: true
  /** Loads one subject after the other: what was read before a change is not sent after what was read since. */
  isInOrder?: true
}

export interface StreamRequest {
  client: string
  /** What the stream follows: one address, or everything. */
  address: Address | null
  /** Id of the last event that the client has; 0 without one. */
  afterId: number
}

export interface EventStreams {
  /** Opens a stream. Throws `overloaded` when too many streams are open. */
  open(request: StreamRequest): Readable
  /** Ends every stream. */
  close(): void
}

export interface StreamOptions {
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  /** Interval at which streams get a comment, and missed events are looked up. */
  heartbeatMs?: number | undefined
  onError: (error: unknown) => void
}

interface OpenStream {
  stream: PassThrough
  address: Address | null
  sentId: number
}

/** Creates the event streams of one topic in this process, which shares one listening database connection. */
export function createEventStreams(wakes: readonly Wake[], options: StreamOptions): EventStreams {
  const { notifications, limiter, heartbeatMs = STREAM_HEARTBEAT_MS, onError } = options
  const opened = new Set<OpenStream>()
  const listFollowing = (subject: string) =>
    [...opened].filter(({ address }) => address === null || address === subject)
  const sources = wakes.map((wake) => {
    const send = async (subject: string) => {
      for (const event of await wake.load(subject)) sendEvent(listFollowing(subject), event)
    }
    return { ...wake, refresh: createRefresh(send, wake, onError) }
  })
  const unsubscribes = sources.map(({ channel, isAlwaysLoaded, refresh }) =>
    notifications.on(channel, (subject) => {
      if (isAlwaysLoaded || listFollowing(subject).length > 0) void refresh(subject)
    }),
  )
  const beat = () => {
    for (const { stream } of opened) write(stream, HEARTBEAT_TEXT)
    for (const { readLatestIds, refresh } of sources) {
      if (readLatestIds === undefined || opened.size === 0) continue
      findMissed([...opened], readLatestIds)
        .then((addresses) => Promise.all(addresses.map(refresh)))
        .catch(onError)
    }
  }
  const timer = setInterval(beat, heartbeatMs).unref()
  return {
    open: ({ client, address, afterId }) => {
      const releaseSlot = limiter.acquire(client)
      const one = { stream: new PassThrough(), address, sentId: afterId }
      opened.add(one)
      one.stream.once('close', () => {
        opened.delete(one)
        releaseSlot()
      })
      write(one.stream, formatRetry(STREAM_RETRY_MS))
      for (const { readLatestIds, refresh } of sources)
        if (readLatestIds !== undefined && address !== null) void refresh(address)
      return one.stream
    },
    close: () => {
      clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const { stream } of opened) stream.end()
    },
  }
}

/** Runs `send` for subjects that changed, at most once at a time for each; never rejects. */
function createRefresh(
  send: (subject: string) => Promise<void>,
  { isInOrder }: Pick<Wake, 'isInOrder'>,
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

/** Finds the addresses with an event that a stream did not get, such as after a broken listening connection. */
async function findMissed(
  opened: readonly OpenStream[],
  readLatestIds: NonNullable<Wake['readLatestIds']>,
): Promise<Address[]> {
  const addresses = new Set(opened.flatMap(({ address }) => address ?? []))
  const latest = await readLatestIds([...addresses])
  const missed = opened.flatMap(({ address, sentId }) =>
    address !== null && sentId < (latest.get(address) ?? 0) ? [address] : [],
  )
  return [...new Set(missed)]
}

/** An event with an id is sent only to streams that got none with this id or a higher one. */
function sendEvent(streams: readonly OpenStream[], event: StreamEvent): void {
  const text = formatEvent(event)
  for (const one of streams) {
    if (event.id !== undefined) {
      if (event.id <= one.sentId) continue
      one.sentId = event.id
    }
    write(one.stream, text)
  }
}

/** A client with this many unsent bytes is disconnected; it reads what it missed when it reconnects. */
const MAX_UNSENT_BYTES = 256 * 1024

function write(stream: PassThrough, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!stream.writableEnded) stream.write(text)
}

export interface StreamEvent {
  /**
   * Sent back by a reconnecting client as Last-Event-ID; when absent, the client keeps the previous
   * id.
   */
  id?: number
  event: string
  data: unknown
}

/** Formats one server-sent event. `data` becomes one line of JSON. */
export function formatEvent({ id, event, data }: StreamEvent): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Formats the delay before a client reconnects. */
export const formatRetry = (delayMs: number): string => `retry: ${delayMs}\n\n`

/** A comment line, which clients ignore and which keeps the connection open. */
const HEARTBEAT_TEXT = ': heartbeat\n\n'

/** Parses a Last-Event-ID header; returns 0 when it is absent or invalid. */
export function parseLastEventId(header: string | string[] | undefined): number {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0
}

/** Limits the number of open streams in total and per client. */
interface StreamLimiter {
  /**
   * Counts a new stream and returns the function that releases it. Throws `overloaded` when a limit
   * is reached.
   */
  acquire(client: string): () => void
  countOpen(): number
}

export function createStreamLimiter(
  limits: Pick<ApiLimits, 'streams' | 'streamsPerClient'>,
): StreamLimiter {
  const openByClient = new Map<string, number>()
  let total = 0

  function acquire(client: string): () => void {
    const own = openByClient.get(client) ?? 0
    if (total >= limits.streams || own >= limits.streamsPerClient) throw createLimitFailure()
    total += 1
    openByClient.set(client, own + 1)
    return () => release(client)
  }

  function release(client: string): void {
    total -= 1
    const left = (openByClient.get(client) ?? 1) - 1
    if (left === 0) openByClient.delete(client)
    else openByClient.set(client, left)
  }

  return { acquire, countOpen: () => total }
}

const createLimitFailure = () =>
  new ApiFailure('overloaded', {
    message: 'Too many event streams are open. Close some, or try again in a minute.',
    headers: { 'retry-after': '60' },
  })

/**
 * Runs `work` at most once at a time per key: calls during a run cause one more run after it. Never
 * rejects; errors are passed to `onError`.
 */
export function coalesceByKey<Key>(
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
