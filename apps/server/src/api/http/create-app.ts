import { isUtf8 } from 'node:buffer'
import { findJsonError } from '@app/values/find-json-error.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiFailure } from '../api-failure.ts'
import { compileValidator } from '../input/validate-input.ts'
import { type ApiLimits, MAX_EMPTY_BODY_BYTES } from './limits.ts'
import { createRequestIdSource, shareRequestIds } from './observe-requests.ts'
import { registerPlugins } from './plugins.ts'
import { registerErrorHandler, sendClientError, sendFailure } from './register-error-handler.ts'
import { rejectUnknownRoutes } from './reject-unknown-routes.ts'

interface AppOptions {
  log: FastifyBaseLogger
  webOrigins: string[]
  /** Addresses and networks of proxies whose `X-Forwarded-…` headers are believed. */
  trustedProxies: string[]
  requestIdHeader: string | null
  limits: ApiLimits
  /** How long open requests may run after `close`, at least. */
  graceMs?: number
}

/**
 * Above the maximum URL length of Node: long parameters are rejected by the schema of their route
 * instead.
 */
const MAX_PARAM_LENGTH = 16 * 1024

/** Creates the Fastify instance without routes: plugins, validation and error handling. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, webOrigins, trustedProxies, requestIdHeader, limits, graceMs = 0 } = options
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Lines of every logger carry the id of the request (`shareRequestIds`).
    childLoggerFactory: (logger) => logger,
    genReqId: createRequestIdSource(requestIdHeader),
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    // Requests that arrive on an open connection while the app closes are answered as before.
    return503OnClosing: false,
    bodyLimit: MAX_EMPTY_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    ...buildArrivalOptions(limits.arrivalMs),
    // A socket without data for 60 s is closed (streams send a heartbeat every 15 s).
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
    clientErrorHandler: sendClientError,
  })
  shareRequestIds(app)
  app.setValidatorCompiler(compileValidator)
  registerErrorHandler(app)
  enforceCloseTimeout(app, graceMs)
  acceptOnlyJson(app)
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  await registerPlugins(app, { webOrigins, limits })
  rejectUnknownRoutes(app)
  return app
}

/** Share of the time to arrive that is left for the last check of it, and for closing the socket. */
const CHECKS = 15

/**
 * Returns the options of a Fastify server that answers 408 to a request whose head and body have not arrived within
 * `arrivalMs`, and closes its socket by then. Node compares the age of requests only once in an interval, 30 s unless it
 * is told otherwise, so a request may be older than its limit by one interval.
 */
export function buildArrivalOptions(arrivalMs: number) {
  const connectionsCheckingInterval = Math.floor(arrivalMs / CHECKS)
  const limitMs = arrivalMs - 2 * connectionsCheckingInterval
  return {
    requestTimeout: limitMs,
    http: { connectionsCheckingInterval, headersTimeout: limitMs, requestTimeout: limitMs },
  }
}

/** Open requests may run this long after `close`, or longer where a longer grace is given. */
const MIN_GRACE_MS = 1_000

/** Interval between two closings of idle connections during `close`. */
const IDLE_CHECK_MS = 50

/**
 * Makes `close` return within `graceMs` although browsers keep idle connections open: then open connections are closed.
 */
function enforceCloseTimeout(app: FastifyInstance, graceMs: number): void {
  const { server } = app
  app.addHook('preClose', async () => {
    const idleTimer = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS).unref()
    const forceTimer = setTimeout(
      () => server.closeAllConnections(),
      Math.max(MIN_GRACE_MS, graceMs),
    ).unref()
    server.once('close', () => {
      clearInterval(idleTimer)
      clearTimeout(forceTimer)
    })
  })
}

/**
 * Accepts only JSON bodies. An empty body counts as no body whatever its content type, because
 * browsers and clients send that header with every request.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      const body = bytes.toString()
      if (!isUtf8(bytes)) done(new ApiFailure('invalid_json', { message: NO_UTF8 }))
      else if (body.trim() === '') done(null, undefined)
      else {
        void parseJson(request, body, (error, value) => {
          if (error === null) done(null, value)
          else done(new ApiFailure('invalid_json', { message: describeJsonError(body) }))
        })
      }
    },
  )
}

const NO_UTF8 = 'The body is not UTF-8: it has bytes that are no characters.'

/** Returns where a body stops being JSON and what is missing there, or which field of it is forbidden. */
function describeJsonError(body: string): string {
  const error = findJsonError(body)
  if (error === null) {
    return "The body has a field '__proto__', or 'constructor' with a 'prototype', which no call takes. Leave it out."
  }
  return `The body is not valid JSON: ${error}.`
}
