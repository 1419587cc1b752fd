import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import {
  registerErrorHandler,
  sendClientError,
  sendFailure,
} from '../failures/register-error-handler.ts'
import { compileValidator } from '../input/validate-input.ts'
import { type ApiLimits, MAX_EMPTY_BODY_BYTES } from '../limits/limits.ts'
import { createRequestIdSource, shareRequestIds } from '../telemetry/request-ids.ts'
import { acceptOnlyJson } from './accept-only-json.ts'
import { enforceCloseTimeout } from './enforce-close-timeout.ts'
import { registerPlugins } from './plugins.ts'
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
    // A request must arrive within 15 s; a socket without data for 60 s is closed (streams send a
    // heartbeat every 15 s).
    requestTimeout: 15_000,
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
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  await registerPlugins(app, { webOrigins, limits })
  rejectUnknownRoutes(app)
  return app
}
