import { PassThrough, type Readable } from 'node:stream'
import { STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream/stream.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Channel, Notifications } from '../../db/notifications.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatRetry, HEARTBEAT_TEXT } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

/** A score event: `text` is the serialized event, `seq` its number. */
export interface ScoreEventText {
  seq: number
  text: string
}

/** Source of the scores and actions that the streams send. */
export interface ScoreSource {
  /** Returns the newest score of an account, or `null` when there is none. */
  readLatestScore(address: Address): Promise<ScoreEventText | null>
  /** Returns the number of the newest score of each account that has one. */
  readLatestSeqs(addresses: readonly Address[]): Promise<Map<Address, number>>
  /** Returns the event of the last changed action of an account, or `null` when there is none. */
  readLastAction(address: Address): Promise<string | null>
}

export interface ScoreStreams {
  /**
   * Opens a stream of events of one account: first the newest score if its number is above
   * `afterSeq`, then each new score and each change of an action. Throws `overloaded` when too many
   * streams are open.
   */
  open(request: { address: Address; afterSeq: number; client: string }): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  source: ScoreSource
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  /** Interval at which streams get a heartbeat and missed scores are looked up. */
  heartbeatMs?: number
  onError: (error: unknown) => void
}

interface Subscriber {
  stream: PassThrough
  sentSeq: number
}

type Subscribers = Map<Address, Set<Subscriber>>

/** A client with this many unsent bytes is disconnected; it reconnects with its Last-Event-ID. */
const MAX_UNSENT_BYTES = 256 * 1024

/** Creates the event streams of this process, which share one listening database connection. */
export function createScoreStreams(options: Options): ScoreStreams {
  const { source, notifications, limiter, heartbeatMs = STREAM_HEARTBEAT_MS, onError } = options
  const subscribers: Subscribers = new Map()

  const refresh = coalesceByKey(async (address: Address) => {
    const event = await source.readLatestScore(address)
    for (const subscriber of subscribers.get(address) ?? []) sendIfNewer(subscriber, event)
  }, onError)

  const sendAction = coalesceByKey(async (address: Address) => {
    const text = await source.readLastAction(address)
    if (text === null) return
    for (const subscriber of subscribers.get(address) ?? []) send(subscriber, text)
  }, onError)

  const subscribe = (channel: Channel, work: (address: Address) => Promise<void>) =>
    notifications.on(channel, (payload) => {
      const address = parseAddress(payload)
      if (address && subscribers.has(address)) void work(address)
    })

  const sendHeartbeats = () => {
    for (const subscriber of listSubscribers(subscribers)) send(subscriber, HEARTBEAT_TEXT)
    findMissedAccounts(subscribers, source)
      .then((addresses) => Promise.all(addresses.map(refresh)))
      .catch(onError)
  }

  const timer = setInterval(sendHeartbeats, heartbeatMs).unref()
  const subscriptions = [
    subscribe('score_changed', refresh),
    subscribe('actions_changed', sendAction),
  ]

  return {
    open: ({ address, afterSeq, client }) => {
      const releaseSlot = limiter.acquire(client)
      const subscriber = { stream: new PassThrough(), sentSeq: afterSeq }
      const removeSubscriber = addSubscriber(subscribers, address, subscriber)
      subscriber.stream.once('close', () => {
        removeSubscriber()
        releaseSlot()
      })
      send(subscriber, formatRetry(STREAM_RETRY_MS))
      void refresh(address)
      return subscriber.stream
    },
    close: () => {
      clearInterval(timer)
      for (const unsubscribe of subscriptions) unsubscribe()
      for (const { stream } of listSubscribers(subscribers)) stream.end()
    },
  }
}

function addSubscriber(
  subscribers: Subscribers,
  address: Address,
  subscriber: Subscriber,
): () => void {
  const set = subscribers.get(address) ?? new Set()
  subscribers.set(address, set.add(subscriber))
  return () => {
    set.delete(subscriber)
    if (set.size === 0 && subscribers.get(address) === set) subscribers.delete(address)
  }
}

/**
 * Finds accounts with a score that a subscriber did not receive, such as after a broken listening
 * connection.
 */
async function findMissedAccounts(
  subscribers: Subscribers,
  source: ScoreSource,
): Promise<Address[]> {
  if (subscribers.size === 0) return []
  const seqs = await source.readLatestSeqs([...subscribers.keys()])
  return [...subscribers].flatMap(([address, set]) => {
    const seq = seqs.get(address) ?? 0
    return [...set].some(({ sentSeq }) => sentSeq < seq) ? [address] : []
  })
}

function sendIfNewer(subscriber: Subscriber, event: ScoreEventText | null): void {
  if (event === null || event.seq <= subscriber.sentSeq) return
  subscriber.sentSeq = event.seq
  send(subscriber, event.text)
}

function send({ stream }: Subscriber, text: string): void {
  if (stream.writableLength > MAX_UNSENT_BYTES) stream.destroy()
  else if (!stream.writableEnded) stream.write(text)
}

const listSubscribers = (subscribers: Subscribers): Subscriber[] =>
  [...subscribers.values()].flatMap((set) => [...set])
