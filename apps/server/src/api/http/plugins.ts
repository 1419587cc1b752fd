import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'
import { type ApiLimits, buildRateMessage, MINUTE_MS } from '../limits/limits.ts'
import { registerLoadLimit } from '../limits/register-load-limit.ts'
import { registerCors } from './origins/cors.ts'
import { sendSecurityHeaders } from './send-security-headers.ts'

interface PluginOptions {
  webOrigins: string[]
  limits: Pick<ApiLimits, 'requestsPerMinute' | 'eventLoopDelayMs'>
}

/** Registers the plugins that handle every request: compression, rate limit, CORS, headers and load limit. */
export async function registerPlugins(app: FastifyInstance, options: PluginOptions): Promise<void> {
  sendSecurityHeaders(app)
  await app.register(compress, COMPRESSION)
  await registerCors(app, options.webOrigins)
  await registerLoadLimit(app, options.limits.eventLoopDelayMs)
  await app.register(rateLimit, {
    max: options.limits.requestsPerMinute,
    timeWindow: MINUTE_MS,
    enableDraftSpec: true,
    errorResponseBuilder: (_, { max, ttl }) => buildRateFailure(max, Math.ceil(ttl / 1000)),
  })
}

/** Requests are not decompressed: a small body could become a large one. */
const COMPRESSION = { encodings: ['gzip' as const], globalDecompression: false }

const buildRateFailure = (limit: number, secondsLeft: number) =>
  new ApiFailure('rate_limited', { message: buildRateMessage(limit, secondsLeft) })

/** Returns the configuration of a route with its own, smaller rate limit. */
export const buildRateLimit = (max: number) => ({ rateLimit: { max, timeWindow: MINUTE_MS } })

/** Configuration of a route that must respond even when the process is overloaded. */
export const EXEMPT_FROM_LIMITS = { pressureHandler: () => {}, rateLimit: false as const }
