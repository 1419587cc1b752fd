import { getProtection } from '@app/api/routes/protection.ts'
import { toAddress } from '@app/values/address.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { mountRoute } from '../http/mount-route.ts'
import { loadProtection } from './load-protection.ts'

/** Mounts the route that reads accusation, flag, freeze and appeals of a wallet. */
export function mountProtectionRoutes(api: Api): void {
  mountRoute(api, { route: getProtection }, async ({ params }) => ({
    data: await loadProtection(api.context, toAddress(params.address)),
    meta: await loadResponseMeta(api),
  }))
}
