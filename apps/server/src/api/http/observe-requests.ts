import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { getScore } from '@app/api/routes/score.ts'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInLogScope } from '../../runtime/log.ts'
import { getTracer } from '../../runtime/telemetry/tracing.ts'
import type { Metrics } from '../operations/metrics.ts'

/** The name of the reading that also publishes, in metrics, logs and traces. */
export const PUBLISHING_ROUTE = `${getScore.url}?publish=true`

/** Calls that machines repeat every few seconds. */
const ROUTINE_ROUTES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** Measures, logs and traces every request by its route; addresses are in neither. */
export function observeRequests(
  app: FastifyInstance,
  { metrics, isTraced }: { metrics: Pick<Metrics, 'observeRequest'>; isTraced: boolean },
): void {
  app.addHook('onResponse', async (request, reply) => {
    const labels = describeRequest(request, reply)
    metrics.observeRequest(labels, reply.elapsedTime / 1000)
    const level = ROUTINE_ROUTES.has(labels.route) ? 'debug' : 'info'
    const ms = Math.round(reply.elapsedTime)
    request.log[level]({ requestId: request.id, ...labels, ms }, 'request answered')
  })
  if (isTraced) traceRequests(app)
}

/** A reading that also publishes waits for the chain: it is a route of its own here. */
const describeRequest = (request: FastifyRequest, { statusCode: status }: FastifyReply) => {
  const { url = 'unknown' } = request.routeOptions
  const { publish } = request.query as { publish?: unknown }
  const isPublishing = url === getScore.url && publish === 'true'
  return { method: request.method, route: isPublishing ? PUBLISHING_ROUTE : url, status }
}

/** The span of a request continues the trace of its sender (`traceparent`). */
function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, done) => {
    const { method, headers, id } = request
    const parent = propagation.extract(ROOT_CONTEXT, headers)
    const attributes = { 'http.request.method': method, 'dharma.request_id': id }
    const span = getTracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent)
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, route, status } = describeRequest(request, reply)
    const span = spans.get(request)
    span?.updateName(`${method} ${route}`)
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': status })
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
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
