import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { ApiFailure } from '../api-failure.ts'
import { type ApiLimits, buildRateMessage, RATE_WINDOW_MS } from './limits.ts'
import { registerCors } from './origins.ts'

interface PluginOptions {
  webOrigins: string[]
  limits: Pick<ApiLimits, 'requestsPerMinute' | 'eventLoopDelayMs'>
}

/** Requests are not decompressed: a small body could become a large one. */
const COMPRESSION = { encodings: ['gzip' as const], globalDecompression: false }

const buildRateFailure = (limit: number, secondsLeft: number) =>
  new ApiFailure('rate_limited', { message: buildRateMessage(limit, secondsLeft) })

/** Registers the plugins that handle every request: compression, rate limit, CORS, headers and load limit. */
export async function registerPlugins(app: FastifyInstance, options: PluginOptions): Promise<void> {
  sendSecurityHeaders(app)
  await app.register(compress, COMPRESSION)
  await registerCors(app, options.webOrigins)
  await registerLoadLimit(app, options.limits.eventLoopDelayMs)
  await app.register(rateLimit, {
    max: options.limits.requestsPerMinute,
    timeWindow: RATE_WINDOW_MS,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { max, ttl }) => buildRateFailure(max, Math.ceil(ttl / 1000)),
  })
}

const YEAR_SECONDS = 365 * 86_400

/**
 * Sends the headers that restrict what browsers do with an answer. It tells those that came by https, directly or
 * through a trusted proxy, to return by https only; a plain http answer says nothing of it: browsers ignore it there,
 * and another server may use the same name.
 */
function sendSecurityHeaders(app: FastifyInstance): void {
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
 * request, and keeps it in memory with its functions (docs/reports/2026-11-25-performance.md).
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

const SAMPLE_MS = 1_000

/**
 * Rejects requests with `overloaded` while the event loop is later than `maxDelayMs`; not by a sample from the start of
 * the process, which is no load.
 */
export async function registerLoadLimit(
  app: FastifyInstance,
  maxDelayMs: number,
  monotonicMs: () => number = () => performance.now(),
): Promise<void> {
  let startedMs: number | null = null
  app.addHook('onListen', async () => {
    startedMs = monotonicMs()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async () => {
      const isStarting = startedMs !== null && monotonicMs() - startedMs < 2 * SAMPLE_MS
      if (!isStarting) throw new ApiFailure('overloaded', { headers: { 'retry-after': '5' } })
    },
  })
}

/** Returns the configuration of a route with its own, smaller rate limit. */
export const buildRateLimit = (max: number) => ({ rateLimit: { max, timeWindow: RATE_WINDOW_MS } })

/** Configuration of a route that must respond even when the process is overloaded. */
export const EXEMPT_FROM_LIMITS = { pressureHandler: () => {}, rateLimit: false as const }
