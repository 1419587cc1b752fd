import Fastify, { type FastifyInstance } from 'fastify'
import type { ProcessMetrics } from './process-metrics.ts'

/** Builds `/health` and `/metrics` of a process without the role `api`. */
export function buildProcessApp({
  metrics,
}: {
  metrics: Pick<ProcessMetrics, 'text' | 'contentType'>
}): FastifyInstance {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true })
  app.get('/health', () => ({
    data: { status: 'ok', uptimeSeconds: Math.floor(process.uptime()) },
  }))
  app.get('/metrics', async (_, reply) => {
    const text = await metrics.text()
    return reply.type(metrics.contentType).send(text)
  })
  return app
}
