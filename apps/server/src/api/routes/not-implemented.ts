import { ROUTES } from '@app/api/routes/routes.ts'
import type { Api } from '../api.ts'
import { mountNotImplemented } from '../http/mount-route.ts'

/** Mounts every route that only validates its inputs so far. */
export function mountNotImplementedRoutes(api: Api): void {
  for (const route of ROUTES)
    if (route.notImplementedMessage !== undefined) mountNotImplemented(api, route)
}
