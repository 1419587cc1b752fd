import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import type { ApiLimits } from './http/limits.ts'
import type { Metrics } from './operations/metrics.ts'
import type { NodeWatch } from './operations/node-watch.ts'
import type { StageBoard } from './operations/stage-board.ts'
import type { ScoreStreams } from './streams/score-streams.ts'

/** What the routes share. */
export interface Api {
  app: FastifyInstance
  context: Context
  node: NodeWatch
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
  stages: StageBoard
  streams: ScoreStreams
  metrics: Metrics
  limits: ApiLimits
}
