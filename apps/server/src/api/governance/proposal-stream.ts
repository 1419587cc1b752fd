import { streamProposals } from '@app/api/routes/governance.ts'
import type { Api } from '../api.ts'
import { identifyClient } from '../http/identify-client.ts'
import { toFastifySchemas } from '../http/mount-route.ts'

/** Mounts the event stream of proposals, without HEAD, which would open a stream. */
export function mountProposalStream({ app, proposalStreams }: Api): void {
  app.route({
    method: streamProposals.method,
    url: streamProposals.url,
    schema: toFastifySchemas(streamProposals),
    exposeHeadRoute: false,
    handler: (request, reply) =>
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(proposalStreams.open(identifyClient(request))),
  })
}
