import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { getScore } from '@app/api/routes/score.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInLogScope } from '../../runtime/log.ts'
import type { Span, Tracing } from '../../runtime/telemetry/tracing.ts'
import type { Metrics } from '../operations/metrics.ts'

/** The name of the reading that also publishes, in metrics, logs and traces. */
export const PUBLISHING_ROUTE = `${getScore.url}?publish=true`

/** Calls that machines repeat every few seconds. */
const ROUTINE_ROUTES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** Measures, logs and traces every request by its route; addresses are in neither. */
export function observeRequests(
  app: FastifyInstance,
  { metrics, tracing }: { metrics: Pick<Metrics, 'observeRequest'>; tracing: Tracing },
): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = describeRequest(request, reply)
    metrics.observeRequest(labels, reply.elapsedTime / 1000)
    const level = ROUTINE_ROUTES.has(labels.route) ? 'debug' : 'info'
    const ms = Math.round(reply.elapsedTime)
    request.log[level]({ requestId: request.id, ...labels, ms }, 'request answered')
  })
  if (tracing.isOn) traceRequests(app, tracing)
}

/** A reading that also publishes waits for the chain: it is a route of its own here. */
const describeRequest = (request: FastifyRequest, { statusCode: status }: FastifyReply) => {
  const { url = 'unknown' } = request.routeOptions
  const { publish } = request.query as { publish?: unknown }
  const isPublishing = url === getScore.url && publish === 'true'
  return { method: request.method, route: isPublishing ? PUBLISHING_ROUTE : url, status }
}

function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const attributes = { 'http.request.method': request.method, 'dharma.request_id': request.id }
    const { headers, method } = request
    tracing.start({ name: method, kind: 'server', headers, attributes }, (span) => {
      spans.set(request, span)
      done()
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, route, status } = describeRequest(request, reply)
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 && { error: new Error(`status ${status}`) }),
    })
  })
}

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
