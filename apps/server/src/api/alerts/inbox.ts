import { listInbox, markSeen } from '@app/api/routes/alerts.ts'
import type { InboxEntry as InboxAnswer } from '@app/api/schemas/alert/subscriptions.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { type InboxEntry, readInbox } from '../../alerts/subscriptions/read-inbox.ts'
import { writeSeen } from '../../alerts/subscriptions/write-seen.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../failures/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { buildRateLimit } from '../http/plugins.ts'
import { toPage } from './page.ts'
import { requireOwner, requireWritingOwner } from './require-owner.ts'

/** Mounts the routes of the inbox of the logged-in wallet. */
export function mountInboxRoutes(api: Api): void {
  const { context, limits } = api
  mountRoute(api, { route: listInbox }, async ({ query }, request) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor } = query
    const owner = await requireOwner(api, request)
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    const entries = await readInbox(context, { owner, limit: limit + 1, beforeId })
    const { page, nextCursor } = toPage(entries, limit)
    return {
      data: page.map(toInboxAnswer),
      meta: { ...(await loadResponseMeta(api)), ...nextCursor },
    }
  })
  const config = buildRateLimit(limits.writesPerMinute)
  mountRoute(api, { route: markSeen, config }, async ({ params }, request) => {
    const owner = await requireWritingOwner(api, request)
    const seenAt = await writeSeen(context, { owner, id: Number(params.id) })
    if (seenAt === null) throw new ApiFailure('alert_not_found')
    return { data: { id: params.id, seenAt: seenAt.toISOString() } }
  })
}

function toInboxAnswer({ id, message, seenAt }: InboxEntry): InboxAnswer {
  return {
    id: String(id),
    ...message,
    isSeen: seenAt !== null,
    ...(seenAt !== null && { seenAt: seenAt.toISOString() }),
  }
}
