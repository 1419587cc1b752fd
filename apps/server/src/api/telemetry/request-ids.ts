import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInLogScope } from '../../runtime/telemetry/log-scope.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What may stand in a log and in a header as it is. */
const SAFE_ID = /^[\w.:/=+-]{1,128}$/

/**
 * Creates the function that gives a request its id: that of the header which a proxy sets, or a new one. The
 * header of a client would let it choose what stands in the log, so there is none without configuration.
 */
export const createRequestIdSource =
  (trustedHeader: string | null) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = trustedHeader === null ? undefined : headers[trustedHeader]
    return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
  }

/** Answers each request with its id, and adds it to every line that is logged for it. */
export function shareRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    runInLogScope({ requestId: request.id }, done)
  })
}
