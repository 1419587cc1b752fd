import { PassThrough, type Readable } from 'node:stream'
import type { Meta } from '@app/api/schemas/envelope.ts'
import {
  STATE_EVENT,
  STATE_INTERVAL_MS,
  type StreamTopic,
} from '@app/api/schemas/stream/page-stream.ts'
import { STREAM_RETRY_MS } from '@app/api/schemas/stream/stream.ts'
import type { Address } from '@app/values/address.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import type { AlertStreams } from './alert-streams.ts'
import type { ProposalStreams } from './proposal-streams.ts'
import type { ScoreStreams } from './score-streams.ts'
import { formatEvent, formatRetry } from './sse.ts'
import type { WalletStreams } from './wallet-streams.ts'

/** What one page follows. */
export interface PageSubscription {
  client: string
  topics: readonly StreamTopic[]
  /** Of the topics about one account; null without one. */
  address: Address | null
  /** The number of the last score that the page has. */
  afterSeq: number
}

export interface PageStreams {
  /**
   * Opens one stream with the events of every topic, and the state of the server. Throws `invalid_request` for a topic
   * that lacks its address, and `overloaded` when too many streams are open.
   */
  open(subscription: PageSubscription): Readable
  /** Ends every stream. */
  close(): void
}

interface Options {
  sources: {
    score: Pick<ScoreStreams, 'open'>
    alerts: Pick<AlertStreams, 'open'>
    proposals: Pick<ProposalStreams, 'open'>
    wallets: Pick<WalletStreams, 'open'>
  }
  loadState(): Promise<Meta>
  intervalMs?: number
  onError: (error: unknown) => void
}

/** Creates the event streams of whole pages: each passes on the streams of its topics. */
export function createPageStreams(options: Options): PageStreams {
  const { sources, loadState, intervalMs = STATE_INTERVAL_MS, onError } = options
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
      const page = joinStreams(openTopics(sources, subscription))
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
function openTopics(sources: Options['sources'], subscription: PageSubscription): Readable[] {
  const opened: Readable[] = []
  try {
    for (const topic of new Set(subscription.topics)) {
      opened.push(openTopic(sources, topic, subscription))
    }
    return opened
  } catch (error) {
    for (const stream of opened) stream.destroy()
    throw error
  }
}

function openTopic(
  { score, alerts, proposals, wallets }: Options['sources'],
  topic: StreamTopic,
  { client, address, afterSeq }: PageSubscription,
): Readable {
  switch (topic) {
    case 'score':
      return score.open({ client, address: requireAddress(topic, address), afterSeq })
    case 'alerts':
      return alerts.open({ client, address: requireAddress(topic, address) })
    case 'all_alerts':
      return alerts.open({ client, address: null })
    case 'proposals':
      return proposals.open(client)
    case 'wallets':
      return wallets.open(client)
  }
}

function requireAddress(topic: StreamTopic, address: Address | null): Address {
  if (address !== null) return address
  throw new ApiFailure('invalid_request', {
    message: `The topic ${topic} needs an address. Add the parameter address.`,
  })
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
