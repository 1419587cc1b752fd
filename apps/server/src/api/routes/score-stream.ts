import { streamScore } from '@app/api/routes/score.ts'
import { toAddress } from '@app/values/address.ts'
import type { Api } from '../api.ts'
import { checkAddresses } from '../http/check-addresses.ts'
import { inputSchemasOf } from '../http/mount-route.ts'
import { lastEventNumber } from '../streams/sse.ts'

/** A stream that stays open: no time limit, and no HEAD, which would open one. */
export function mountScoreStream({ app, context, streams }: Api): void {
  app.route({
    method: streamScore.method,
    url: streamScore.url,
    schema: inputSchemasOf(streamScore),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      checkAddresses(streamScore, request, context.config.network)
      const { address } = request.params as { address: string }
      const stream = streams.open({
        address: toAddress(address),
        afterSeq: lastEventNumber(request.headers['last-event-id']),
        visitor: request.ip,
      })
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(stream)
    },
  })
}
