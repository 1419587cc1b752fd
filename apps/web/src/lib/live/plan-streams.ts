import { PAGE_STREAM_URL, type StreamTopic } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'

/** What a part of the page follows. */
export interface LiveSubscription {
  topics: readonly StreamTopic[]
  /** Of the topics about one account. */
  address: Address | null
  onEvent(name: string, event: unknown): void
  /** Called each time the stream of these topics opens. */
  onOpen(): void
}

export interface PlannedStream {
  /** Path and query of the stream. */
  path: string
  subscriptions: readonly LiveSubscription[]
}

/**
 * Groups subscriptions into as few streams as possible: one, unless they are about several accounts. What is about no
 * account joins the first of them.
 */
export function planStreams(subscriptions: readonly LiveSubscription[]): PlannedStream[] {
  const addresses = new Set(subscriptions.flatMap(({ address }) => address ?? []))
  const [first = null] = addresses
  const groups = Map.groupBy(subscriptions, ({ address }) => address ?? first)
  return [...groups.values()].map((group) => ({
    path: buildPath(group),
    subscriptions: group,
  }))
}

function buildPath(group: readonly LiveSubscription[]): string {
  const topics = group.flatMap(({ topics: own, address }) =>
    own.map((topic) => (address === null ? topic : `${topic}:${address}`)),
  )
  const query = topics.length === 0 ? '' : `?topics=${[...new Set(topics)].sort().join()}`
  return PAGE_STREAM_URL + query
}
