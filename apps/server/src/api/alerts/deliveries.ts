import {
  listDeliveries,
  listInbox,
  listSubscriptionDeliveries,
  markSeen,
  redeliver,
  redeliverToSubscription,
} from '@app/api/routes/alerts.ts'
import type { DeliveryEntry, InboxEntry } from '@app/api/schemas/subscriptions.ts'
import type { Address } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { type ReceivedAlert, readInbox, writeSeen } from '../../alerts/subscriptions/inbox.ts'
import {
  type LoggedDelivery,
  readDeliveries,
  readDelivery,
  requestRedelivery,
} from '../../alerts/subscriptions/write-deliveries.ts'
import { waitUntilFound } from '../actions/wait-for-action.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { toPage } from '../http/list-cursor.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import {
  requireActive,
  requireSubscription,
  SUBSCRIPTION_CALLS,
  type SubscriptionCalls,
  WEBHOOK_CALLS,
  withRequestLimit,
} from './require-subscription.ts'

/** Mounts the routes of the logs of subscriptions. */
export function mountDeliveryRoutes(api: Api): void {
  mountLog(api, { list: listDeliveries, again: redeliver, calls: WEBHOOK_CALLS })
  mountLog(api, {
    list: listSubscriptionDeliveries,
    again: redeliverToSubscription,
    calls: SUBSCRIPTION_CALLS,
  })
}

interface Log {
  list: typeof listDeliveries | typeof listSubscriptionDeliveries
  again: typeof redeliver | typeof redeliverToSubscription
  calls: SubscriptionCalls
}

function mountLog(api: Api, { list, again, calls }: Log): void {
  const { context, limits } = api
  mountRoute(api, { route: list }, async ({ params, query, session }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const owner = session.address
    const { id: subscriptionId } = await requireSubscription(api, calls, { owner, id: params.id })
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    const wanted = { owner, subscriptionId, limit: limit + 1, beforeId }
    const rows = await readDeliveries(context, wanted)
    const { page, nextCursor } = toPage(rows, limit, ({ id }) => id)
    return { data: page.map(toDelivery), meta: nextCursor }
  })
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: again, config }, async ({ params, session }) => {
    const target = await requireActive(api, calls, { owner: session.address, id: params.id })
    const delivery = { ...target, id: Number(params.deliveryId) }
    const isRequested = await withRequestLimit(() => requestRedelivery(context, delivery))
    if (!isRequested) throw new ApiFailure('delivery_not_found')
    return { data: { id: params.deliveryId } }
  })
}

/** An answer to what was asked for, or its absence, is known after 5 s and a poll of the process that sends. */
const POLL_MS = 500

/** Waits for the end of the only attempt of a delivery; `null` when it still waits. No transaction is open meanwhile. */
export async function waitForDelivery(
  api: Api,
  delivery: { owner: Address; id: number },
): Promise<LoggedDelivery | null> {
  const findEnd = async () => {
    const found = await readDelivery(api.context, delivery)
    return found?.status === 'waiting' ? null : found
  }
  const signal = AbortSignal.timeout(api.limits.challengeWaitMs)
  const waiting = { channels: ['deliveries_changed'], pollMs: POLL_MS, signal } as const
  return await waitUntilFound(api, findEnd, waiting)
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

/** Mounts the routes of the inbox of the logged-in wallet. */
export function mountInboxRoutes(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: listInbox }, async ({ query, session }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const owner = session.address
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    const entries = await readInbox(context, { owner, limit: limit + 1, beforeId })
    const { page, nextCursor } = toPage(entries, limit, ({ id }) => id)
    return {
      data: page.map(toInboxEntry),
      meta: { ...(await loadResponseMeta(api)), ...nextCursor },
    }
  })
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: markSeen, config }, async ({ params, session }) => {
    const owner = session.address
    const seenAt = await writeSeen(context, { owner, id: Number(params.id) })
    if (seenAt === null) throw new ApiFailure('alert_not_found')
    return { data: { id: params.id, seenAt: seenAt.toISOString() } }
  })
}

function toInboxEntry({ id, message, seenAt }: ReceivedAlert): InboxEntry {
  return {
    id: String(id),
    ...message,
    isSeen: seenAt !== null,
    ...(seenAt !== null && { seenAt: seenAt.toISOString() }),
  }
}
