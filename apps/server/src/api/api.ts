import type { FastifyInstance } from 'fastify'
import type { Notifications } from '../db/notifications.ts'
import type { NodeHealthTracker } from '../flow-access/track-node-health.ts'
import type { Context } from '../runtime/context.ts'
import type { StageStatusRegistry } from '../runtime/stage.ts'
import type { GovernanceReads } from './governance/governance-reads.ts'
import type { ApiLimits, MinuteLimiter } from './http/limits.ts'
import type { Metrics } from './operations/metrics.ts'
import type { CachedResponses } from './score/read-cached-responses.ts'
import type { PageStreams } from './streams/page-streams.ts'

/** State shared by all routes. */
export interface Api {
  app: FastifyInstance
  context: Context
  node: NodeHealthTracker
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
  stages: StageStatusRegistry
  cachedResponses: CachedResponses
  governanceReads: GovernanceReads
  streams: PageStreams
  metrics: Metrics
  limits: ApiLimits
  /** Only messages whose signatures were verified are counted, so that nobody can use up the limit of somebody else. */
  signerLimiter: MinuteLimiter
  /** Reads of a client for which a score had to be computed, or the node to be asked whether a wallet may vote. */
  missLimiter: MinuteLimiter
}

/**
 * Returns the API for routes that only read, and whose answers may be some seconds old: its queries go to the replica,
 * if there is one. What a client has just written is read with the API itself.
 */
export function toReadingApi(api: Api): Api {
  const { context } = api
  return { ...api, context: { ...context, db: context.replica?.db ?? context.db } }
}
