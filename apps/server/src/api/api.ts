import type { FastifyInstance } from 'fastify'
import type { Notifications } from '../db/notifications.ts'
import type { NodeHealthTracker } from '../flow-access/track-node-health.ts'
import type { Context } from '../runtime/context.ts'
import type { StageStatusRegistry } from '../runtime/stage.ts'
import type { GovernanceReads } from './governance/governance-reads.ts'
import type { ApiLimits, MinuteLimiter } from './http/limits.ts'
import type { Metrics } from './operations/metrics.ts'
import type { ReadShownScores } from './score/read-shown-scores.ts'
import type { ScoreResponses } from './score/score-response-cache.ts'
import type { EventStreams } from './streams/event-streams.ts'

/** State shared by all routes. */
export interface Api {
  app: FastifyInstance
  context: Context
  node: NodeHealthTracker
  notifications: Omit<Notifications, 'close'>
  stages: StageStatusRegistry
  readShownScores: ReadShownScores
  scoreResponses: ScoreResponses
  governanceReads: GovernanceReads
  streams: EventStreams
  metrics: Metrics
  limits: ApiLimits
  /** Only messages whose signatures were verified are counted, so that nobody can use up the limit of somebody else. */
  signerLimiter: MinuteLimiter
  /** Reads of a client for which a score had to be computed, or the node to be asked whether a wallet may vote. */
  missLimiter: MinuteLimiter
}
