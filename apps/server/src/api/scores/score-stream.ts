import { streamScore } from '@app/api/routes/score.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { toFastifySchemas } from '../http/mount-route.ts'
import { checkAddresses } from '../input/check-addresses.ts'
import { parseLastEventId } from '../streams/sse.ts'

/**
 * Mounts the event stream of a score: without time limit, and without HEAD, which would open a
 * stream.
 */
export function mountScoreStream({ app, context, streams }: Api): void {
  app.route({
    method: streamScore.method,
    url: streamScore.url,
    schema: toFastifySchemas(streamScore),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      checkAddresses(streamScore, request, context.config.network)
      const { address } = request.params as { address: string }
      const stream = streams.open({
        address: toAddress(address),
        afterSeq: parseLastEventId(request.headers['last-event-id']),
        client: identifyClient(request),
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
