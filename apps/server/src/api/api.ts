import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import type { ApiLimits } from './http/limits.ts'
import type { Metrics } from './operations/metrics.ts'
import type { StageStatusRegistry } from './operations/stage-status-registry.ts'
import type { NodeHealthTracker } from './operations/track-node-health.ts'
import type { ScoreStreams } from './streams/score-streams.ts'

/** What the routes share. */
export interface Api {
  app: FastifyInstance
  context: Context
  node: NodeHealthTracker
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
  stages: StageStatusRegistry
  streams: ScoreStreams
  metrics: Metrics
  limits: ApiLimits
}
