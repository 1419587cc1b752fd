import * as Type from 'typebox'
import { HealthSchema, ReadinessSchema } from '../schemas/readiness.ts'
import { defineRoutes } from './route.ts'

/** In the order of the reference. */
export const OPERATIONS_ROUTES = defineRoutes(
  { tag: 'Operations' },
  {
    getHealth: {
      method: 'GET',
      url: '/health',
      summary: 'Check whether the process is alive',
      data: HealthSchema,
    },
    getReadiness: {
      method: 'GET',
      url: '/ready',
      summary: 'Check whether the server has caught up with the chain',
      description:
        'Returns 503 until it has, with the same fields in `details`; `degraded` lists each part that does not work, since when, and why.',
      data: ReadinessSchema,
      failures: ['not_ready'],
    },
    getMetrics: {
      method: 'GET',
      url: '/metrics',
      summary: 'Get the metrics in the text format of Prometheus',
      data: Type.String(),
      contentType: 'text/plain',
    },
  },
)

export const { getHealth, getReadiness, getMetrics } = OPERATIONS_ROUTES
