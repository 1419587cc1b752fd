import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
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

/** What browsers may do with an answer: nothing but read it. The values are those that Helmet 8 recommends. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

/**
 * Adds the headers above, and tells clients that came by https, directly or through a trusted proxy, to return by https
 * only. A plain http answer says nothing of it: browsers ignore it there, and another server may use the same name.
 */
function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    }
    done()
  })
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

export const buildRateLimit = (max: number) => ({ rateLimit: { max, timeWindow: RATE_WINDOW_MS } })

/** Configuration of a route that must respond even when the process is overloaded. */
export const EXEMPT_FROM_LIMITS = { pressureHandler: () => {}, rateLimit: false as const }
