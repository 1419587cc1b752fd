import type { AlertType } from '@app/api/schemas/alert-data.ts'
import { getSubscriberKey, type Notice, type Subscriber } from '../alert.ts'

/** More alerts of one type than this within a minute become one digest, for each subscriber. */
export const DIGEST_ABOVE = 5

/** Types that are never part of a digest. */
const ALWAYS_SINGLE: ReadonlySet<AlertType> = new Set(['wallet.cleared', 'digest', 'webhook.test'])

/** How alerts of one type go to one subscriber. */
export type DigestDecision =
  /** One by one. */
  | 'single'
  /** All in one digest now. */
  | 'digest'
  /** In the digest at the end of the minute. */
  | 'held'

/**
 * Decides how `count` new alerts of one type go to a subscriber who was told of `recent` ones within the
 * last minute.
 */
export function decideDigest(type: AlertType, count: number, recent: number): DigestDecision {
  if (ALWAYS_SINGLE.has(type) || recent + count <= DIGEST_ABOVE) return 'single'
  return recent === 0 ? 'digest' : 'held'
}

/** Groups alerts by subscriber and type, in the order in which they come. */
export function groupBySubscriber<Single extends { subscriber: Subscriber; notice: Notice }>(
  alerts: readonly Single[],
): Single[][] {
  const groups = Map.groupBy(alerts, ({ subscriber, notice }) =>
    buildGroupKey(subscriber, notice.message.type),
  )
  return [...groups.values()]
}

export const buildGroupKey = (subscriber: Subscriber, type: string): string =>
  `${getSubscriberKey(subscriber)} ${type}`
