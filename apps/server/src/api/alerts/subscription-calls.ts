import {
  type deleteSubscription,
  type deleteWebhook,
  listDeliveries,
  listSubscriptionDeliveries,
  redeliver,
  redeliverToSubscription,
  type testSubscription,
  type testWebhook,
} from '@app/api/routes/alerts.ts'
import type { FailureCode } from '@app/api/routes/failures.ts'
import { type DeliveryEntry, SUBSCRIPTION_CHANNELS } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import type { ChannelName } from '../../alerts/alert.ts'
import {
  type LoggedDelivery,
  type RequestedTarget,
  readDeliveries,
  readDelivery,
  requestRedelivery,
  requestTest,
} from '../../alerts/subscriptions/write-deliveries.ts'
import { RequestLimitError } from '../../alerts/subscriptions/write-request-count.ts'
import {
  markRemoved,
  readSubscriptions,
  type StoredSubscription,
} from '../../alerts/subscriptions/write-subscription.ts'
import { waitUntilFound } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountList, mountRoute } from '../http/mount-route.ts'

interface SubscriptionCalls {
  channels: readonly ChannelName[]
  notFound: FailureCode
  notConfirmed: FailureCode
}

export const WEBHOOK_CALLS: SubscriptionCalls = {
  channels: ['webhook'],
  notFound: 'webhook_not_found',
  notConfirmed: 'webhook_not_confirmed',
}

export const SUBSCRIPTION_CALLS: SubscriptionCalls = {
  channels: SUBSCRIPTION_CHANNELS,
  notFound: 'subscription_not_found',
  notConfirmed: 'subscription_not_confirmed',
}

interface NamedSubscription {
  owner: Address
  id: string
}

/** Returns a subscription of the wallet. Throws `notFound` of the calls. */
export async function requireSubscription(
  { context }: Pick<Api, 'context'>,
  { channels, notFound }: SubscriptionCalls,
  { owner, id }: NamedSubscription,
): Promise<StoredSubscription & { target: RequestedTarget }> {
  const stored = await readSubscriptions(context, owner, channels)
  const subscription = stored.find((one) => one.id === Number(id))
  if (subscription === undefined) throw new ApiFailure(notFound)
  return { ...subscription, target: toRequestedTarget(owner, subscription) }
}

async function requireActive(api: Api, calls: SubscriptionCalls, named: NamedSubscription) {
  const { isConfirmed, target } = await requireSubscription(api, calls, named)
  if (!isConfirmed) throw new ApiFailure(calls.notConfirmed)
  return target
}

export const toRequestedTarget = (
  owner: Address,
  { channel, id, url }: Pick<StoredSubscription, 'channel' | 'id' | 'url'>,
): RequestedTarget => ({ owner, target: { channel, id }, url })

export function mountTest(
  api: Api,
  calls: SubscriptionCalls,
  route: typeof testWebhook | typeof testSubscription,
): void {
  mountRoute(api, { route }, async ({ params, session }) => {
    const target = await requireActive(api, calls, { owner: session.address, id: params.id })
    const id = await withRequestLimit(() => requestTest(api.context, target))
    return { data: { id: String(id) } }
  })
}

export function mountRemoval(
  api: Api,
  calls: SubscriptionCalls,
  route: typeof deleteWebhook | typeof deleteSubscription,
): void {
  mountRoute(api, { route }, async ({ params, session }) => {
    const named = { owner: session.address, id: params.id }
    const { target } = await requireSubscription(api, calls, named)
    await markRemoved(api.context, target)
    return { data: { id: params.id } }
  })
}

export function mountDeliveryRoutes(api: Api): void {
  mountLog(api, WEBHOOK_CALLS, { list: listDeliveries, sendAgain: redeliver })
  const routes = { list: listSubscriptionDeliveries, sendAgain: redeliverToSubscription }
  mountLog(api, SUBSCRIPTION_CALLS, routes)
}

function mountLog(
  api: Api,
  calls: SubscriptionCalls,
  {
    list,
    sendAgain,
  }: {
    list: typeof listDeliveries | typeof listSubscriptionDeliveries
    sendAgain: typeof redeliver | typeof redeliverToSubscription
  },
): void {
  const { context } = api
  mountList(api, list, {
    defaultLimit: HISTORY_LIMIT_DEFAULT,
    read: async ({ params, session: { address: owner } }, { limit, place }) => {
      const { id: subscriptionId } = await requireSubscription(api, calls, { owner, id: params.id })
      const beforeId = place === undefined ? undefined : Number(place)
      return await readDeliveries(context, { owner, subscriptionId, limit, beforeId })
    },
    getPlace: ({ id }) => id,
    toEntry: toDelivery,
    hasBlock: false,
  })
  mountRoute(api, { route: sendAgain }, async ({ params, session }) => {
    const target = await requireActive(api, calls, { owner: session.address, id: params.id })
    const delivery = { ...target, id: Number(params.deliveryId) }
    const isRequested = await withRequestLimit(() => requestRedelivery(context, delivery))
    if (!isRequested) throw new ApiFailure('delivery_not_found')
    return { data: { id: params.deliveryId } }
  })
}

/** A delivery that is held is shown as one that waits. */
const SHOWN_STATUS: Readonly<Record<LoggedDelivery['status'], DeliveryEntry['status']>> = {
  held: 'waiting',
  digested: 'waiting',
  waiting: 'waiting',
  delivered: 'delivered',
  withdrawn: 'withdrawn',
  dead: 'dead',
  not_reached: 'not_reached',
}

function toDelivery(row: LoggedDelivery): DeliveryEntry {
  const { responseStatus, error, attemptedAt, acknowledgedAt } = row
  return {
    id: String(row.id),
    messageId: row.messageId,
    type: row.type,
    status: SHOWN_STATUS[row.status],
    attempts: row.attempts,
    ...(responseStatus !== null && { responseStatus }),
    ...(error !== null && { error }),
    createdAt: row.createdAt.toISOString(),
    ...(attemptedAt !== null && { attemptedAt: attemptedAt.toISOString() }),
    ...(acknowledgedAt !== null && { acknowledgedAt: acknowledgedAt.toISOString() }),
  }
}

interface Confirmation {
  calls: SubscriptionCalls
  target: RequestedTarget
  /** Has it sent; returns the number of the delivery. */
  request: () => Promise<number>
  /** Why nothing is confirmed: it waits to be sent, or its only attempt failed. */
  describeWaiting: string
  describeFailure: (error: string | null) => string
}

/**
 * Has a challenge or a code sent, and waits for the end of its only attempt, with no transaction open. Returns why it did
 * not arrive, `null` when it did. Throws `rate_limited`, and `notFound` when the subscription was removed meanwhile.
 */
export async function sendAndWait(
  api: Api,
  { calls, target, request, describeWaiting, describeFailure }: Confirmation,
): Promise<string | null> {
  const id = await withRequestLimit(request)
  const findEnd = async () => {
    const found = await readDelivery(api.context, { owner: target.owner, id })
    return found?.status === 'waiting' ? null : found
  }
  const signal = AbortSignal.timeout(api.limits.challengeWaitMs)
  const end = await waitUntilFound(api, findEnd, { channels: ['deliveries_changed'], signal })
  if (end?.status === 'delivered') return null
  if (end?.status === 'withdrawn') throw new ApiFailure(calls.notFound)
  return end === null ? describeWaiting : describeFailure(end.error)
}

/** Of a subscription that was just created, also returns that the limit is reached: no reason to hide what was created. */
export async function sendFirst(
  send: () => Promise<string | null>,
  describeLimit: (message: string) => string,
): Promise<string | null> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'rate_limited') {
      return describeLimit(error.message)
    }
    throw error
  }
}

const NOUNS = { challenge: 'challenges', test: 'tests', redelivery: 'deliveries by hand' } as const
const SCOPES = {
  wallet: 'by your wallet',
  url: 'to this URL, by all wallets together',
  host: 'to this host, by all wallets together',
} as const

/** Runs a request for a call of a URL. Throws `rate_limited` when there were too many. */
async function withRequestLimit<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof RequestLimitError)) throw error
    const { kind, scope, limit, secondsLeft } = error.reached
    throw new ApiFailure('rate_limited', {
      message: `At most ${limit} ${NOUNS[kind]} a minute are sent ${SCOPES[scope]}. Wait ${secondsLeft} seconds.`,
      headers: { 'retry-after': String(secondsLeft) },
    })
  }
}
