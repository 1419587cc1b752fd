import { ROUTES } from '@app/api/routes.ts'
import type { Api } from '../api.ts'
import { mountNotYet } from '../http/mount-route.ts'

/** Every call that so far only checks its inputs. */
export function mountRoutesToCome(api: Api): void {
  for (const route of ROUTES) if (route.notYet !== undefined) mountNotYet(api, route)
}
