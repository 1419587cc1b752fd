import { ROUTES } from '@app/api/routes/routes.ts'
import type { Api } from '../api.ts'
import { mountNotImplemented } from '../http/mount-route.ts'

/** Every call that so far only checks its inputs. */
export function mountNotImplementedRoutes(api: Api): void {
  for (const route of ROUTES)
    if (route.notImplementedMessage !== undefined) mountNotImplemented(api, route)
}
