import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'
import { registerCors } from './cors.ts'
import type { ApiLimits } from './limits.ts'

interface PluginOptions {
  webOrigins: string[]
  limits: Pick<ApiLimits, 'requestsPerMinute' | 'eventLoopDelayMs'>
}

const MINUTE_MS = 60_000

/** Registers the plugins that handle every request: rate limit, CORS, headers and load limit. */
export async function registerPlugins(app: FastifyInstance, options: PluginOptions): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  await registerCors(app, options.webOrigins)
  await app.register(underPressure, {
    maxEventLoopDelay: options.limits.eventLoopDelayMs,
    retryAfter: 5,
  })
  await app.register(rateLimit, {
    max: options.limits.requestsPerMinute,
    timeWindow: MINUTE_MS,
    enableDraftSpec: true,
    errorResponseBuilder: () => new ApiFailure('rate_limited'),
  })
}

/** Returns the configuration of a route with its own, smaller rate limit. */
export const buildRateLimit = (max: number) => ({ rateLimit: { max, timeWindow: MINUTE_MS } })

/** Configuration of a route that must respond even when the process is overloaded. */
export const EXEMPT_FROM_LIMITS = { pressureHandler: () => {}, rateLimit: false as const }
