import type { FastifyInstance } from 'fastify'
import type { Notifications } from '../db/notifications.ts'
import type { NodeHealthTracker } from '../flow-access/track-node-health.ts'
import type { Context } from '../runtime/context.ts'
import type { StageStatusRegistry } from '../runtime/stage-status-registry.ts'
import type { KeptAnswers } from './answers/read-kept-answers.ts'
import type { ApiLimits } from './limits/limits.ts'
import type { MinuteLimiter } from './limits/minute-limiter.ts'
import type { Metrics } from './operations/metrics.ts'
import type { AlertStreams } from './streams/alert-streams.ts'
import type { PageStreams } from './streams/page-streams.ts'
import type { ProposalStreams } from './streams/proposal-streams.ts'
import type { ScoreStreams } from './streams/score-streams.ts'
import type { WalletStreams } from './streams/wallet-streams.ts'

/** State shared by all routes. */
export interface Api {
  app: FastifyInstance
  context: Context
  node: NodeHealthTracker
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
  stages: StageStatusRegistry
  keptAnswers: KeptAnswers
  streams: ScoreStreams
  proposalStreams: ProposalStreams
  alertStreams: AlertStreams
  pageStreams: PageStreams
  walletStreams: WalletStreams
  metrics: Metrics
  limits: ApiLimits
  /** Only messages whose signatures were verified are counted, so that nobody can use up the limit of somebody else. */
  signerLimiter: MinuteLimiter
  /** Scores that reads of a client had to compute. */
  missLimiter: MinuteLimiter
}
