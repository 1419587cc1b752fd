import * as Type from 'typebox'
import { HealthSchema, ReadinessSchema } from '../schemas/readiness.ts'
import { defineRoute } from './route.ts'

export const getHealth = defineRoute({
  operationId: 'getHealth',
  method: 'GET',
  url: '/health',
  tag: 'Operations',
  summary: 'Check whether the process is alive',
  data: HealthSchema,
})

export const getReadiness = defineRoute({
  operationId: 'getReadiness',
  method: 'GET',
  url: '/ready',
  tag: 'Operations',
  summary: 'Check whether the server has caught up with the chain',
  description:
    'Returns 503 until it has, with the same fields in `details`; `degraded` lists each part that does not work, since when, and why.',
  data: ReadinessSchema,
  failures: ['not_ready'],
})

export const getMetrics = defineRoute({
  operationId: 'getMetrics',
  method: 'GET',
  url: '/metrics',
  tag: 'Operations',
  summary: 'Get the metrics in the text format of Prometheus',
  data: Type.String(),
  contentType: 'text/plain',
})

/** In the order of the reference. */
export const OPERATIONS_ROUTES = [getHealth, getReadiness, getMetrics] as const
