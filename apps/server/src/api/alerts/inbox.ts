import { listInbox, markSeen } from '@app/api/routes/alerts.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import { readInbox, writeSeen } from '../../alerts/subscriptions/inbox.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountList, mountRoute } from '../http/mount-route.ts'

export function mountInboxRoutes(api: Api): void {
  const { context } = api
  mountList(api, listInbox, {
    defaultLimit: HISTORY_LIMIT_DEFAULT,
    read: ({ session }, { limit, place }) => {
      const beforeId = place === undefined ? undefined : Number(place)
      return readInbox(context, { owner: session.address, limit, beforeId })
    },
    getPlace: ({ id }) => id,
    toEntry: ({ id, message, seenAt }) => ({
      id: String(id),
      ...message,
      isSeen: seenAt !== null,
      ...(seenAt !== null && { seenAt: seenAt.toISOString() }),
    }),
  })
  mountRoute(api, { route: markSeen }, async ({ params, session }) => {
    const seenAt = await writeSeen(context, { owner: session.address, id: Number(params.id) })
    if (seenAt === null) throw new ApiFailure('alert_not_found')
    return { data: { id: params.id, seenAt: seenAt.toISOString() } }
  })
}
