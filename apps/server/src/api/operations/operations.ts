import { getHealth, getMetrics, getReadiness } from '@app/api/routes/operations.ts'
import type { Readiness } from '@app/api/schemas/readiness.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { buildArrivalOptions } from '../http/create-app.ts'
import { DEFAULT_LIMITS } from '../http/limits.ts'
import { mountRoute, toFastifySchemas } from '../http/mount-route.ts'
import { EXEMPT_FROM_LIMITS } from '../http/plugins.ts'
import { explainNotReady } from './build-readiness.ts'
import type { ProcessMetrics } from './metrics.ts'

export function mountOperationsRoutes(api: Api, checkReadiness: () => Promise<Readiness>): void {
  const config = EXEMPT_FROM_LIMITS
  mountRoute(api, { route: getHealth, config }, () => ({
    data: { status: 'ok' as const, uptimeSeconds: Math.floor(process.uptime()) },
  }))
  mountRoute(api, { route: getReadiness, config }, async () => {
    const readiness = await checkReadiness()
    if (readiness.status === 'ready') return { data: readiness }
    throw new ApiFailure('not_ready', { message: explainNotReady(readiness), details: readiness })
  })
  api.app.get(
    getMetrics.url,
    { config, schema: toFastifySchemas(getMetrics) },
    async (_, reply) => {
      const text = await api.metrics.text()
      return reply.type(api.metrics.contentType).send(text)
    },
  )
}

/** Builds `/health` and `/metrics` of a process without the role `api`. */
export function buildProcessApp({
  metrics,
}: {
  metrics: Pick<ProcessMetrics, 'text' | 'contentType'>
}): FastifyInstance {
  const app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    ...buildArrivalOptions(DEFAULT_LIMITS.arrivalMs),
  })
  app.get('/health', () => ({
    data: { status: 'ok', uptimeSeconds: Math.floor(process.uptime()) },
  }))
  app.get('/metrics', async (_, reply) => {
    const text = await metrics.text()
    return reply.type(metrics.contentType).send(text)
  })
  return app
}
