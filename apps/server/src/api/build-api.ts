import type { FastifyInstance } from 'fastify'
import { readJudgements } from '../agent/read-agent-status.ts'
import { readKnownSigners } from '../cosigner/read-signers.ts'
import type { Notifications } from '../db/notifications.ts'
import { loadIndexedTip } from '../facts/load-indexed-tip.ts'
import {
  createReaderWithTimeout,
  type NodeHealthTracker,
} from '../flow-access/track-node-health.ts'
import type { Context } from '../runtime/context.ts'
import type { StageStatusRegistry } from '../runtime/stage.ts'
import { mountAccountRoutes } from './accounts/accounts.ts'
import { mountWalletRoutes } from './accounts/wallets.ts'
import { mountAgentRoutes } from './agent.ts'
import { mountInboxRoutes } from './alerts/inbox.ts'
import { mountDeliveryRoutes } from './alerts/subscription-calls.ts'
import { mountSubscriptionRoutes } from './alerts/subscriptions.ts'
import { mountWatchRoutes } from './alerts/watch.ts'
import { mountWebhookRoutes } from './alerts/webhooks.ts'
import type { Api } from './api.ts'
import { mountAppealRoute } from './cases/appeals.ts'
import { mountCaseRoutes } from './cases/cases.ts'
import { mountErc1497Route } from './cases/erc-1497.ts'
import { mountOwnerStatementRoute } from './cases/owner-statement.ts'
import { mountMessageRoutes } from './consent/messages.ts'
import { createGovernanceReads } from './governance/governance-reads.ts'
import { mountNeededVoteRoutes } from './governance/needed-votes.ts'
import { mountProposalRoutes } from './governance/proposals.ts'
import { mountProtectionRoutes } from './governance/protection.ts'
import { mountVoteArchiveRoute } from './governance/vote-archive.ts'
import { createApp } from './http/create-app.ts'
import { describeMountedRoutes, registerDocs } from './http/docs.ts'
import {
  type ApiLimits,
  buildRateMessage,
  createMinuteLimiter,
  DEFAULT_LIMITS,
  describeMessageLimit,
} from './http/limits.ts'
import { observeRequests } from './http/observe-requests.ts'
import { createReadinessCheck } from './operations/check-readiness.ts'
import { createMetrics, createProcessMetrics, type ProcessMetrics } from './operations/metrics.ts'
import { mountOperationsRoutes } from './operations/operations.ts'
import { readBacklogs } from './operations/read-backlogs.ts'
import {
  closeConnectionsDuringShutdown,
  createShutdown,
  type Shutdown,
} from './operations/shutdown.ts'
import { mountReferenceRoutes } from './reference.ts'
import { mountReportRoutes } from './reports/reports.ts'
import { createResponseReader } from './score/load-score-response.ts'
import { createShownScoreReader } from './score/read-shown-scores.ts'
import { mountInputsRoute, mountScoreRoutes } from './score/score.ts'
import { createScoreResponses } from './score/score-response-cache.ts'
import { createStreamLimiter } from './streams/event-streams.ts'
import { createStreams, mountStream } from './streams/streams.ts'
import { mountSessionRoutes } from './users/session.ts'

interface ApiOptions {
  context: Context
  notifications: Omit<Notifications, 'close'>
  /** Tracks the calls of the reader in `context`. */
  node: NodeHealthTracker
  /** Status of the stages of this process. */
  stages: StageStatusRegistry
  shutdown?: Shutdown
  /** Metrics of the process, if others add to them. */
  metrics?: ProcessMetrics
  limits?: Partial<ApiLimits>
  heartbeatMs?: number
}

/** Timeout for one node call made for a request. */
const NODE_TIMEOUT_MS = 8_000

/**
 * Builds the complete API, ready for `listen` or `inject`. Closing it ends its event streams first.
 */
export async function buildApi(options: ApiOptions): Promise<FastifyInstance> {
  const api = await createApi(options)
  const { app, metrics } = api
  const unsubscribe = options.notifications.on('score_changed', metrics.countScore)
  app.addHook('preClose', async () => {
    unsubscribe()
    api.scoreResponses.close()
    api.streams.close()
  })
  observeRequests(app, { metrics, isTraced: options.context.config.isTraced })
  const { shutdown = createShutdown() } = options
  closeConnectionsDuringShutdown(app, shutdown)
  await describeMountedRoutes(app, api.context.config.api.publicUrl)
  mountScoreRoutes(api)
  mountInputsRoute(api)
  mountAccountRoutes(api)
  mountWalletRoutes(api)
  mountAgentRoutes(api)
  mountProposalRoutes(api)
  mountNeededVoteRoutes(api)
  mountVoteArchiveRoute(api)
  mountProtectionRoutes(api)
  mountCaseRoutes(api)
  mountAppealRoute(api)
  mountOwnerStatementRoute(api)
  mountErc1497Route(api)
  mountReportRoutes(api)
  mountMessageRoutes(api)
  mountSessionRoutes(api)
  mountWatchRoutes(api)
  mountInboxRoutes(api)
  mountWebhookRoutes(api)
  mountSubscriptionRoutes(api)
  mountDeliveryRoutes(api)
  mountStream(api)
  mountReferenceRoutes(api)
  mountOperationsRoutes(api, createReadinessCheck({ ...api, shutdown }))
  await registerDocs(app)
  await app.ready()
  return app
}

async function createApi(options: ApiOptions): Promise<Api> {
  const { node, stages, notifications, heartbeatMs } = options
  const flow = createReaderWithTimeout(node, { timeoutMs: NODE_TIMEOUT_MS })
  const context = { ...options.context, flow }
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { drainMs, ...settings } = context.config.api
  const app = await createApp({ log: context.log, limits, graceMs: drainMs, ...settings })
  const limiter = createStreamLimiter(limits)
  const readShownScores = createShownScoreReader(context)
  const streams = createStreams(
    { context, node, readShownScores },
    { notifications, limiter, heartbeatMs },
  )
  const ofProcess = options.metrics ?? createProcessMetrics({ node, stages, pool: context.pool })
  const metrics = createMetrics(ofProcess, {
    loadTip: () => loadIndexedTip(context),
    loadJudgements: () => readJudgements(context),
    loadBacklogs: () => readBacklogs(context),
    loadSigners: () => readKnownSigners(context.db),
    openStreams: limiter.countOpen,
  })
  return {
    app,
    context,
    node,
    notifications,
    stages,
    readShownScores,
    scoreResponses: createScoreResponses(
      notifications,
      node,
      createResponseReader({ context, node, readShownScores }),
    ),
    governanceReads: createGovernanceReads(context),
    streams,
    metrics,
    limits,
    signerLimiter: createMinuteLimiter(limits.messagesPerMinute, describeMessageLimit),
    missLimiter: createMinuteLimiter(limits.missesPerMinute, buildRateMessage),
  }
}
