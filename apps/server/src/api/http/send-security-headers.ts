import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const YEAR_SECONDS = 365 * 86_400

/**
 * Sends the headers that restrict what browsers do with an answer. It tells those that came by https, directly or
 * through a trusted proxy, to return by https only; a plain http answer says nothing of it: browsers ignore it there,
 * and another server may use the same name.
 */
export function sendSecurityHeaders(app: FastifyInstance): void {
  const headers = readHelmetHeaders()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    }
    done()
  })
}

/**
 * Returns the headers of helmet, which are the same for each answer. @fastify/helmet builds them again for each
 * request, and keeps it in memory with its functions (docs/performance.md).
 */
function readHelmetHeaders(): OutgoingHttpHeaders {
  const addHeaders = helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  addHeaders(request, response, () => {})
  return { ...response.getHeaders() }
}
