import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'
import type { ApiLimits } from './limits.ts'

interface PluginOptions {
  webOrigins: string[]
  limits: Pick<ApiLimits, 'requestsPerMinute' | 'eventLoopDelayMs'>
}

const MINUTE_MS = 60_000

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Registers the plugins that handle every request: rate limit, CORS, headers and load limit. */
export async function registerPlugins(app: FastifyInstance, options: PluginOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  await app.register(cors, {
    origin: options.webOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', 'last-event-id'],
    exposedHeaders: ['retry-after', ...RATE_HEADERS],
    maxAge: 7_200,
    strictPreflight: false,
  })
  await app.register(underPressure, {
    maxEventLoopDelay: options.limits.eventLoopDelayMs,
    retryAfter: 5,
  })
  await app.register(rateLimit, {
    max: options.limits.requestsPerMinute,
    timeWindow: MINUTE_MS,
    errorResponseBuilder: () => new ApiFailure('rate_limited'),
  })
}

/** Returns the configuration of a route with its own, smaller rate limit. */
export const buildRateLimit = (max: number) => ({ rateLimit: { max, timeWindow: MINUTE_MS } })

/** Configuration of a route that must respond even when the process is overloaded. */
export const EXEMPT_FROM_LIMITS = { pressureHandler: () => {}, rateLimit: false as const }
