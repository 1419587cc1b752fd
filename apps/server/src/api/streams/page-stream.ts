import { streamPage } from '@app/api/routes/stream.ts'
import { STREAM_TOPICS } from '@app/api/schemas/stream/page-stream.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { parseLastEventId } from './sse.ts'

/** Mounts the event stream of a whole page, without HEAD, which would open a stream. */
export function mountPageStream({ app, context, pageStreams }: Api): void {
  app.route({
    method: streamPage.method,
    url: streamPage.url,
    schema: toFastifySchemas(streamPage),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      checkAddresses(streamPage, request, context.config.network)
      const { topics = '', address } = request.query as { topics?: string; address?: string }
      const chosen = new Set(topics.split(','))
      const stream = pageStreams.open({
        client: identifyClient(request),
        topics: STREAM_TOPICS.filter((topic) => chosen.has(topic)),
        address: address === undefined ? null : toAddress(address),
        afterSeq: parseLastEventId(request.headers['last-event-id']),
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
