import { type Address, parseAddress } from '@app/values/address.ts'
import { LRUCache } from 'lru-cache'
import type { NotificationChannel, Notifications } from '../../db/notifications.ts'
import type { NodeHealthTracker } from '../../flow-access/track-node-health.ts'
import type { Encoding } from '../http/negotiate-response.ts'

/** The response with a score in one encoding, ready to be sent. */
export interface ScoreResponse {
  body: Buffer
  /** Weak entity tag. */
  tag: string
  /** Whether it says nothing that the node was asked for, whose changes nobody announces. */
  isOfTables: boolean
}

/** Reads the response with the score of an account; `null` where the score has to be computed first. */
type ReadResponse = (address: Address, encoding: Encoding) => Promise<ScoreResponse | null>

/** Responses with scores, kept in memory while nothing that they show may have changed. */
export interface ScoreResponses {
  read: ReadResponse
  /** Returns the response that is in memory; `null` where there is none, or it may be outdated. */
  peek(address: string, encoding: Encoding): ScoreResponse | null
  /** Forgets the responses of one account before its notification arrives: a client reads what it has just written. */
  drop(address: Address): void
  close(): void
}

/** About 30 MB, compressed. */
const MAX_RESPONSES = 10_000
/** A connection can be lost without a sign: nothing that is older is sent without asking the database. */
const MAX_AGE_MS = 1_000

/** Whose transactions change what a response shows: those of a block also its time, and what follows from it. */
const CHANNELS = [
  'score_changed',
  'reports_changed',
  'governance_changed',
  'labels_changed',
  'chain_advanced',
] as const satisfies NotificationChannel[]

interface Entry {
  /** What listened for notifications since before the response was read. */
  connection: object
  response: Promise<ScoreResponse | null>
  /** The same, once it is read. */
  ready: ScoreResponse | null
}

/**
 * A response is dropped by the notification of the transaction that changes what it shows, which names the account, or
 * all are. Those who ask for one while it is read get the same one, unless it was dropped meanwhile. Not kept: what rests
 * on an answer of the node. While notifications are missed, or the node does not answer, nothing is taken from memory.
 */
export function createScoreResponses(
  notifications: Pick<Notifications, 'on' | 'connection'>,
  node: Pick<NodeHealthTracker, 'state'>,
  load: ReadResponse,
  clock: { now(): number } = performance,
): ScoreResponses {
  const entries = new LRUCache<string, Entry>({
    max: MAX_RESPONSES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: clock,
  })
  const drop = (address: Address) => {
    for (const encoding of ['gzip', 'identity']) entries.delete(`${address} ${encoding}`)
  }
  const dropChanged = (subject: string) => {
    const address = parseAddress(subject)
    if (address === null) entries.clear()
    else drop(address)
  }
  const subscriptions = CHANNELS.map((channel) => notifications.on(channel, dropChanged))
  const keep = (key: string, entry: Entry) => {
    entries.set(key, entry)
    const forget = () => {
      if (entries.peek(key) === entry) entries.delete(key)
    }
    entry.response.then((response) => {
      if (response?.isOfTables) entry.ready = response
      else forget()
    }, forget)
  }
  const findConnection = () => (node.state().outage === null ? notifications.connection() : null)
  const find = (key: string, connection: object | null): Entry | null => {
    const entry = entries.get(key)
    return entry !== undefined && entry.connection === connection ? entry : null
  }
  return {
    read: async (address, encoding) => {
      const key = `${address} ${encoding}`
      const connection = findConnection()
      const known = find(key, connection)
      if (known !== null) return await known.response
      const response = load(address, encoding)
      if (connection !== null) keep(key, { connection, response, ready: null })
      return await response
    },
    peek: (address, encoding) => find(`${address} ${encoding}`, findConnection())?.ready ?? null,
    drop,
    close: () => {
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
