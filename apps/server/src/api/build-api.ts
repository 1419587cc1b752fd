import { ACTION_EVENT, SCORE_EVENT } from '@app/api/stream.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { loadTip } from '../facts/load-tip.ts'
import { latestScore } from '../scorer/read-scores.ts'
import { readLastChangedAction } from './answers/action-queries.ts'
import { answerMeta } from './answers/answer-meta.ts'
import { presentScore } from './answers/present-score.ts'
import { latestSeqs } from './answers/queries.ts'
import type { Api } from './api.ts'
import { createApp } from './http/create-app.ts'
import { registerDocs } from './http/docs.ts'
import { type ApiLimits, DEFAULT_LIMITS } from './http/limits.ts'
import { createReadinessCheck } from './operations/check-readiness.ts'
import { impatientReader } from './operations/impatient-reader.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import type { NodeWatch } from './operations/node-watch.ts'
import type { StageBoard } from './operations/stage-board.ts'
import { mountActionRoutes } from './routes/actions.ts'
import { mountEvidenceRoutes } from './routes/evidence.ts'
import { mountInputsRoute } from './routes/inputs.ts'
import { mountRoutesToCome } from './routes/not-yet.ts'
import { mountOperationsRoutes } from './routes/operations.ts'
import { mountReferenceRoutes } from './routes/reference.ts'
import { mountScoreRoutes } from './routes/score.ts'
import { mountScoreStream } from './routes/score-stream.ts'
import { createScoreStreams, type ScoreSource } from './streams/score-streams.ts'
import { eventText } from './streams/sse.ts'
import { createStreamPlaces } from './streams/stream-places.ts'

export interface ApiParts {
  context: Context
  notifications: Pick<Notifications, 'on' | 'wakeOn'>
  /** Watches the reader of `context`. */
  node: NodeWatch
  /** The stages that run in this process. */
  stages: StageBoard
  limits?: Partial<ApiLimits>
  heartbeatMs?: number
}

/** What a visitor waits for one answer of the node. */
const NODE_PATIENCE_MS = 8_000

/** The whole API, ready to `listen` or `inject`; closing it ends its streams first. */
export async function buildApi(parts: ApiParts): Promise<FastifyInstance> {
  const api = await assemble(parts)
  const { app, streams, metrics } = api
  const unsubscribe = parts.notifications.on('score_changed', metrics.countScore)
  app.addHook('preClose', async () => {
    unsubscribe()
    streams.close()
  })
  timeRequests(app, metrics)
  mountScoreRoutes(api)
  mountEvidenceRoutes(api)
  mountInputsRoute(api)
  mountScoreStream(api)
  mountActionRoutes(api)
  mountRoutesToCome(api)
  mountReferenceRoutes(api)
  mountOperationsRoutes(api, createReadinessCheck(api))
  await registerDocs(app)
  await app.ready()
  return app
}

async function assemble(parts: ApiParts): Promise<Api> {
  const { node, stages, notifications, heartbeatMs } = parts
  const flow = impatientReader(node, { patienceMs: NODE_PATIENCE_MS })
  const context = { ...parts.context, flow }
  const limits = { ...DEFAULT_LIMITS, ...parts.limits }
  const { webOrigins } = context.config.api
  const app = await createApp({ log: context.log, webOrigins, limits })
  const places = createStreamPlaces(limits)
  const streams = createScoreStreams({
    source: scoreSource(context, node),
    notifications,
    places,
    ...(heartbeatMs && { heartbeatMs }),
    onError: (error) =>
      context.log.warn({ err: error }, 'a score could not be sent to its streams'),
  })
  const metrics = createMetrics({
    loadTip: () => loadTip(context),
    node,
    stages,
    openStreams: places.taken,
  })
  return { app, context, node, notifications, stages, streams, metrics, limits }
}

function scoreSource(context: Context, node: NodeWatch): ScoreSource {
  return {
    latest: async (address) => {
      const stored = await latestScore(context, address)
      if (stored === null) return null
      const meta = await answerMeta({ context, node })
      const data = { data: presentScore(stored), meta }
      return { seq: stored.seq, text: eventText({ id: stored.seq, event: SCORE_EVENT, data }) }
    },
    latestSeqs: (addresses) => latestSeqs(context, addresses),
    lastAction: async (address) => {
      const data = await readLastChangedAction(context, address)
      return data && eventText({ event: ACTION_EVENT, data: { data } })
    },
  }
}

function timeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const labels = { method: request.method, route, status: reply.statusCode }
    metrics.observeRequest(labels, reply.elapsedTime / 1000)
  })
}
