import { listWallets, streamWallets } from '@app/api/routes/wallets.ts'
import { loadResponseMeta } from '../answers/load-response-meta.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { mountRoute, toFastifySchemas } from '../http/mount-route.ts'
import { createOverview } from './create-overview.ts'

/** Mounts the overview of all wallets and its event stream, without HEAD, which would open a stream. */
export function mountWalletRoutes(api: Api): void {
  const loadOverview = createOverview(api.context)
  mountRoute(api, { route: listWallets }, async () => ({
    data: await loadOverview(),
    meta: await loadResponseMeta(api),
  }))
  api.app.route({
    method: streamWallets.method,
    url: streamWallets.url,
    schema: toFastifySchemas(streamWallets),
    exposeHeadRoute: false,
    handler: (request, reply) =>
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(api.walletStreams.open(identifyClient(request))),
  })
}
