import { streamAlerts } from '@app/api/routes/alerts.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'

/** Mounts the event stream of the agent's history, without HEAD, which would open a stream. */
export function mountAlertStream({ app, context, alertStreams }: Api): void {
  app.route({
    method: streamAlerts.method,
    url: streamAlerts.url,
    schema: toFastifySchemas(streamAlerts),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      checkAddresses(streamAlerts, request, context.config.network)
      const { address } = request.query as { address?: string }
      const stream = alertStreams.open({
        client: identifyClient(request),
        address: address === undefined ? null : toAddress(address),
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
