import type { Readiness } from '@app/api/readiness.ts'
import { getHealth, getMetrics, getReadiness } from '@app/api/routes/operations.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../http/api-failure.ts'
import { mountRoute } from '../http/mount-route.ts'
import { ALWAYS_ANSWERED } from '../http/plugins.ts'
import { whyNotReady } from '../operations/readiness.ts'

/** What operators and load balancers ask. */
export function mountOperationsRoutes(api: Api, checkReadiness: () => Promise<Readiness>): void {
  const config = ALWAYS_ANSWERED
  mountRoute(api, { route: getHealth, config }, () => ({
    data: { status: 'ok' as const, uptimeSeconds: Math.floor(process.uptime()) },
  }))
  mountRoute(api, { route: getReadiness, config }, async () => {
    const readiness = await checkReadiness()
    if (readiness.status === 'ready') return { data: readiness }
    throw new ApiFailure('not_ready', { message: whyNotReady(readiness), details: readiness })
  })
  api.app.get(getMetrics.url, { config }, async (_, reply) => {
    const text = await api.metrics.text()
    return reply.type(api.metrics.contentType).send(text)
  })
}
