import { listDeliveries, redeliver } from '@app/api/routes/alerts.ts'
import type { Delivery } from '@app/api/schemas/alert/subscriptions.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { type LoggedDelivery, readDeliveries } from '../../alerts/subscriptions/read-deliveries.ts'
import { requestRedelivery } from '../../alerts/subscriptions/write-delivery.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { toPage } from './page.ts'
import { requireOwner, requireWritingOwner } from './require-owner.ts'
import { requireWebhook } from './require-webhook.ts'

/** Mounts the routes of the log of a webhook. */
export function mountDeliveryRoutes(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: listDeliveries }, async ({ params, query }, request) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const owner = await requireOwner(api, request)
    const webhookId = await requireWebhook(api, owner, params.id)
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    const rows = await readDeliveries(context, { owner, webhookId, limit: limit + 1, beforeId })
    const { page, nextCursor } = toPage(rows, limit)
    return { data: page.map(toDelivery), meta: nextCursor }
  })
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: redeliver, config }, async ({ params }, request) => {
    const owner = await requireWritingOwner(api, request)
    const webhookId = await requireWebhook(api, owner, params.id)
    const id = Number(params.deliveryId)
    const isRequested = await requestRedelivery(context, { owner, webhookId, id })
    if (!isRequested) throw new ApiFailure('delivery_not_found')
    return { data: { id: params.deliveryId } }
  })
}

/** A delivery that is not queued yet is shown as one that waits. */
const SHOWN_STATUS: Readonly<Record<LoggedDelivery['status'], Delivery['status']>> = {
  held: 'waiting',
  digested: 'waiting',
  requested: 'waiting',
  waiting: 'waiting',
  delivered: 'delivered',
  withdrawn: 'withdrawn',
  dead: 'dead',
  not_reached: 'not_reached',
}

function toDelivery(row: LoggedDelivery): Delivery {
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
