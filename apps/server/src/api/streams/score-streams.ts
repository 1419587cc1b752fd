import { PassThrough, type Readable } from 'node:stream'
import { STREAM_HEARTBEAT_MS, STREAM_RETRY_MS } from '@app/api/schemas/stream.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import type { Channel, Notifications } from '../../db/notifications.ts'
import { coalesceByKey } from './coalesce-by-key.ts'
import { formatRetry, HEARTBEAT_TEXT } from './sse.ts'
import type { StreamLimiter } from './stream-limiter.ts'

/** A score as an event: `text` is what is sent, `seq` its number. */
export interface ScoreEventText {
  seq: number
  text: string
}

/** Where the streams get their scores. */
export interface ScoreSource {
  /** The newest score of an account, `null` when there is none. */
  readLatestScore(address: Address): Promise<ScoreEventText | null>
  /** The number of the newest score of each account that has one. */
  readLatestSeqs(addresses: readonly Address[]): Promise<Map<Address, number>>
  /** The event about the action on an account that changed last, `null` when there is none. */
  readLastAction(address: Address): Promise<string | null>
}

export interface ScoreStreams {
  /**
   * A stream of events about one account: at once the newest score if it is newer than `afterSeq`,
   * then each new one, and how each action on the account goes on. Throws `overloaded` when too many are open.
   */
  open(request: { address: Address; afterSeq: number; client: string }): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  source: ScoreSource
  notifications: Pick<Notifications, 'on'>
  limiter: StreamLimiter
  /** How often streams get a sign of life, and missed scores are looked for. */
  heartbeatMs?: number
  onError: (error: unknown) => void
}

interface Subscriber {
  stream: PassThrough
  sentSeq: number
}

type Subscribers = Map<Address, Set<Subscriber>>

/** A reader that is this far behind is cut off; it comes back with its Last-Event-ID. */
const MAX_UNSENT_BYTES = 256 * 1024

/** The open event streams of this process, fed by its one listening connection. */
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

/** Accounts with a score that some subscriber was not sent: the listening connection had broken. */
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
