import { listInbox, markSeen } from '@app/api/routes/alerts.ts'
import type { InboxEntry } from '@app/api/schemas/subscriptions.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { type ReceivedAlert, readInbox, writeSeen } from '../../alerts/subscriptions/inbox.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { toPage } from './page.ts'

/** Mounts the routes of the inbox of the logged-in wallet. */
export function mountInboxRoutes(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: listInbox }, async ({ query, session }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const owner = session.address
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    const entries = await readInbox(context, { owner, limit: limit + 1, beforeId })
    const { page, nextCursor } = toPage(entries, limit)
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
