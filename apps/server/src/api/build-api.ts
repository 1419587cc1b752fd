import { ACTION_EVENT, SCORE_EVENT } from '@app/api/schemas/stream/stream.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import type { FastifyInstance } from 'fastify'
import { readJudgements } from '../agent/read-agent-status.ts'
import { createStreamSource } from '../alerts/channels/stream.ts'
import { readKnownSigners } from '../cosigner/read-signers.ts'
import type { Notifications } from '../db/notifications.ts'
import { loadIndexedTip } from '../facts/load-indexed-tip.ts'
import { createReaderWithTimeout } from '../flow-access/create-reader-with-timeout.ts'
import type { NodeHealthTracker } from '../flow-access/track-node-health.ts'
import type { Context } from '../runtime/context.ts'
import type { StageStatusRegistry } from '../runtime/stage-status-registry.ts'
import { readCurrentScore } from '../scorer/read-current-scores.ts'
import { readLatestScore } from '../scorer/read-scores.ts'
import { mountAccountRoutes } from './accounts/accounts.ts'
import { mountAgentRoutes } from './agent-routes/agent.ts'
import { mountAlertStream } from './alerts/alert-stream.ts'
import { mountDeliveryRoutes } from './alerts/deliveries.ts'
import { mountInboxRoutes } from './alerts/inbox.ts'
import { mountWatchRoutes } from './alerts/watch.ts'
import { mountWebhookRoutes } from './alerts/webhooks.ts'
import { loadResponseMeta } from './answers/load-response-meta.ts'
import { loadScoreResult } from './answers/load-score-result.ts'
import { readLatestScoreSeqs } from './answers/queries.ts'
import { readLastChangedAction } from './answers/read-actions.ts'
import { createKeptAnswers } from './answers/read-kept-answers.ts'
import { toReadingApi } from './answers/to-reading-api.ts'
import type { Api } from './api.ts'
import { mountAppealRoute } from './cases/appeals.ts'
import { mountCaseRoutes } from './cases/cases.ts'
import { mountErc1497Route } from './cases/erc-1497.ts'
import { mountOwnerStatementRoute } from './cases/owner-statement.ts'
import { mountMessageRoutes } from './consent/messages.ts'
import { mountReportRoutes } from './consent/reports.ts'
import { mountGovernanceWriting } from './governance/governance-writing.ts'
import { loadProposalEvents } from './governance/load-proposal-events.ts'
import { mountNeededVoteRoutes } from './governance/needed-votes.ts'
import { mountProposalStream } from './governance/proposal-stream.ts'
import { mountProposalRoutes } from './governance/proposals.ts'
import { mountProtectionRoutes } from './governance/protection.ts'
import { mountVoteArchiveRoute } from './governance/vote-archive.ts'
import { createApp } from './http/create-app.ts'
import { registerDocs } from './http/docs.ts'
import { type ApiLimits, buildRateMessage, DEFAULT_LIMITS } from './limits/limits.ts'
import { createMinuteLimiter, describeMessageLimit } from './limits/minute-limiter.ts'
import { createReadinessCheck } from './operations/check-readiness.ts'
import { createMetrics } from './operations/metrics.ts'
import { createProcessMetrics, type ProcessMetrics } from './operations/process-metrics.ts'
import { readBacklogs } from './operations/read-backlogs.ts'
import {
  closeConnectionsDuringShutdown,
  createShutdown,
  type Shutdown,
} from './operations/shutdown.ts'
import { mountWalletRoutes } from './overview/wallets.ts'
import { mountActionRoutes } from './routes/actions.ts'
import { mountEvidenceRoutes } from './routes/evidence.ts'
import { mountInputsRoute } from './routes/inputs.ts'
import { mountNotImplementedRoutes } from './routes/not-implemented.ts'
import { mountOperationsRoutes } from './routes/operations.ts'
import { mountReferenceRoutes } from './routes/reference.ts'
import { mountScoreRoutes } from './scores/score.ts'
import { mountScoreBatchRoute } from './scores/score-batch.ts'
import { mountScoreStream } from './scores/score-stream.ts'
import { createAlertStreams } from './streams/alert-streams.ts'
import { mountPageStream } from './streams/page-stream.ts'
import { createPageStreams } from './streams/page-streams.ts'
import { createProposalStreams } from './streams/proposal-streams.ts'
import { createScoreStreams, type ScoreSource } from './streams/score-streams.ts'
import { formatEvent } from './streams/sse.ts'
import { createStreamLimiter } from './streams/stream-limiter.ts'
import { createWalletStreams } from './streams/wallet-streams.ts'
import { observeRequests } from './telemetry/observe-requests.ts'
import { mountSessionRoutes } from './users/session.ts'

export interface ApiOptions {
  context: Context
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
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
  const reading = toReadingApi(api)
  const { app, metrics } = api
  const unsubscribe = options.notifications.on('score_changed', metrics.countScore)
  app.addHook('preClose', async () => {
    unsubscribe()
    const { streams, proposalStreams, alertStreams, walletStreams, pageStreams } = api
    for (const open of [pageStreams, streams, proposalStreams, alertStreams, walletStreams])
      open.close()
  })
  observeRequests(app, { metrics, tracing: options.context.tracing })
  const { shutdown = createShutdown() } = options
  closeConnectionsDuringShutdown(app, shutdown)
  mountScoreRoutes(api)
  mountScoreBatchRoute(api)
  mountEvidenceRoutes(api)
  mountInputsRoute(reading)
  mountScoreStream(api)
  mountAccountRoutes(reading)
  mountWalletRoutes(reading)
  mountActionRoutes(api)
  mountAgentRoutes(api)
  mountProposalRoutes(api)
  mountProposalStream(api)
  mountNeededVoteRoutes(api)
  mountVoteArchiveRoute(api)
  mountProtectionRoutes(api)
  mountCaseRoutes(api)
  mountAppealRoute(api)
  mountOwnerStatementRoute(api)
  mountErc1497Route(api)
  mountReportRoutes(api)
  mountGovernanceWriting(api)
  mountMessageRoutes(api)
  mountSessionRoutes(api)
  mountWatchRoutes(api)
  mountInboxRoutes(api)
  mountWebhookRoutes(api)
  mountDeliveryRoutes(api)
  mountAlertStream(api)
  mountPageStream(api)
  mountNotImplementedRoutes(api)
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
  const streaming = {
    notifications,
    limiter,
    ...(heartbeatMs && { heartbeatMs }),
    onError: (err: unknown) => context.log.warn({ err }, 'an event could not be sent to streams'),
  }
  const streams = createScoreStreams({ source: createScoreSource(context, node), ...streaming })
  const proposalStreams = createProposalStreams({
    readEvents: (subject) => loadProposalEvents({ context, node }, subject),
    ...streaming,
  })
  const alertStreams = createAlertStreams({ ...createStreamSource(context), ...streaming })
  const walletStreams = createWalletStreams({
    readScore: (address) => readCurrentScore(context, address),
    ...streaming,
  })
  const pageStreams = createPageStreams({
    sources: {
      score: streams,
      alerts: alertStreams,
      proposals: proposalStreams,
      wallets: walletStreams,
    },
    loadState: () => loadResponseMeta({ context, node }),
    ...(heartbeatMs && { intervalMs: heartbeatMs }),
    onError: streaming.onError,
  })
  const ofProcess = options.metrics ?? createProcessMetrics({ node, stages, pool: context.pool })
  const metrics = createMetrics(ofProcess, {
    loadTip: () => loadIndexedTip(context),
    loadJudgements: () => readJudgements(context),
    loadBacklogs: () => readBacklogs(context),
    loadSigners: () => readKnownSigners(context.db),
    openStreams: limiter.countOpen,
    isReplicaOut: () => (context.replica?.describeOutage() ?? null) !== null,
  })
  return {
    app,
    context,
    node,
    notifications,
    stages,
    keptAnswers: createKeptAnswers(context),
    streams,
    proposalStreams,
    alertStreams,
    pageStreams,
    walletStreams,
    metrics,
    limits,
    signerLimiter: createMinuteLimiter({
      perMinute: limits.messagesPerMinute,
      describe: describeMessageLimit,
    }),
    missLimiter: createMinuteLimiter({
      perMinute: limits.missesPerMinute,
      describe: buildRateMessage,
    }),
  }
}

function createScoreSource(context: Context, node: NodeHealthTracker): ScoreSource {
  return {
    readLatestScore: async (address) => {
      const stored = await readLatestScore(context, address)
      // One of another version is computed again when the page asks for it, and is sent then.
      if (stored === null || stored.version !== SCORE_VERSION) return null
      const meta = await loadResponseMeta({ context, node })
      const data = { data: await loadScoreResult({ context, node }, stored), meta }
      return { seq: stored.seq, text: formatEvent({ id: stored.seq, event: SCORE_EVENT, data }) }
    },
    readLatestSeqs: (addresses) => readLatestScoreSeqs(context, addresses),
    readLastAction: async (address) => {
      const data = await readLastChangedAction(context, address)
      return data && formatEvent({ event: ACTION_EVENT, data: { data } })
    },
  }
}
