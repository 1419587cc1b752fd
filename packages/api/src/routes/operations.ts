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
  example: { status: 'ok', uptimeSeconds: 86_400 },
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
  example: { status: 'ready', indexedHeight: 1310, nodeHeight: 1310, lagBlocks: 0, degraded: [] },
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
