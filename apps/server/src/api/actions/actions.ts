import { listActions } from '@app/api/routes/actions.ts'
import { toAddress } from '@app/values/address.ts'
import { HISTORY_LIMIT_DEFAULT } from '@app/values/limits.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadResponseMeta } from '../load-response-meta.ts'
import { readActions } from './read-actions.ts'

/** Mounts the routes that list the agent's actions and their states. */
export function mountActionRoutes(api: Api): void {
  mountRoute(api, { route: listActions }, async ({ query }) => {
    const { limit = HISTORY_LIMIT_DEFAULT, cursor, address } = query
    const actions = await readActions(api.context, {
      limit: limit + 1,
      beforeId: cursor === undefined ? undefined : Number(cursor),
      address: address === undefined ? undefined : toAddress(address),
    })
    const page = actions.slice(0, limit)
    const last = page.at(-1)
    const nextCursor = actions.length > limit && last ? { nextCursor: last.id } : {}
    return { data: page, meta: { ...(await loadResponseMeta(api)), ...nextCursor } }
  })
}
