import { FatalError } from '@app/values/errors.ts'
import { createAgentStages } from './agent/create-agent-stages.ts'
import { createAlertStages } from './alerts/create-alert-stages.ts'
import { buildApi } from './api/build-api.ts'
import { createProcessMetrics, type ProcessMetrics } from './api/operations/metrics.ts'
import { buildProcessApp } from './api/operations/operations.ts'
import { createShutdown } from './api/operations/shutdown.ts'
import { createCaseStages } from './cases/create-case-stage.ts'
import type { AgentAccount, Config, CosignerSecrets } from './config.ts'
import { openCosigner } from './cosigner/cosigner.ts'
import { createCosignerStages } from './cosigner/create-cosign-stage.ts'
import { createNotifications, type Notifications } from './db/notifications.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import {
  type NodeHealthTracker,
  type NodeState,
  trackNodeHealth,
  withTimeout,
} from './flow-access/track-node-health.ts'
import { withChainCheck } from './flow-access/with-chain-check.ts'
import { wrapReader } from './flow-access/wrap-reader.ts'
import { createGovernanceStages } from './governance/create-governance-stages.ts'
import { createIndexerStages } from './indexer/create-indexer-stages.ts'
import { type Context, closeContext, createContext } from './runtime/context.ts'
import { listen } from './runtime/listen.ts'
import type { Role } from './runtime/roles.ts'
import {
  createStageStatusRegistry,
  runStages,
  runUntilIdle,
  type ScheduledStage,
  type StageStatusEntry,
  type StageStatusRegistry,
  withoutOverlappingSteps,
} from './runtime/stage.ts'
import { observeStage } from './runtime/telemetry/observe-stage.ts'
import { startTracing, traceWork } from './runtime/telemetry/tracing.ts'
import { createScorerStages } from './scorer/create-scorer-stages.ts'

export interface Server {
  /**
   * URL of the API, such as http://127.0.0.1:3001. Without the role `api`, that of health and metrics; empty
   * without a port for them.
   */
  url: string
  /** Resolves when every stage of this process is idle. */
  drain(): Promise<void>
  health(): { stages: StageStatusEntry[]; node: NodeState }
  /** Stops all roles; takes at most 3 s, and twice API_DRAIN_MS. */
  stop(): Promise<void>
}

interface ServerResources {
  context: Context
  node: NodeHealthTracker
  registry: StageStatusRegistry
  notifications: Notifications
  metrics: ProcessMetrics
}

const STOP_TIMEOUT_MS = 2_800

/** Secrets of single roles are not part of `Config`, so that other code cannot read them. */
export interface ServerOptions {
  /** Required by the role `agent`. */
  agent?: AgentAccount
  /** Required by the role `cosigner`. */
  cosigner?: CosignerSecrets
  /**
   * The stages run only in `drain`, and never by themselves; to them no time passes but that of the blocks, so
   * that the same blocks have the same effect.
   */
  isManual?: boolean
}

/**
 * Starts the roles on an existing database. Stages wait while the Flow node is unavailable. Throws
 * `FatalError`, and releases all resources, when the database or the port cannot be used.
 */
export async function startServer(
  config: Config,
  roles: readonly Role[],
  { isManual = false, ...secrets }: ServerOptions = {},
): Promise<Server> {
  await using undo = new AsyncDisposableStack()
  const ending = new AbortController()
  const parts = await openServerResources(config, { signal: ending.signal }, undo)
  const { flow } = parts.context
  // The calls of stages fail when the node belongs to another network.
  const context = { ...parts.context, flow: withChainCheck(flow, config.network) }
  const options = { ...secrets, isManual, signal: ending.signal }
  const plans = createStages(context, roles, options, undo).map((plan) => ({
    ...plan,
    stage: withoutOverlappingSteps(observeStage(plan.stage, parts.metrics.observeStep)),
  }))
  const work = runStages(isManual ? [] : plans, { ...parts, signal: ending.signal })
  undo.defer(async () => {
    ending.abort()
    await work
  })
  const url = await (roles.includes('api') ? startApi : startProcessApp)(parts, undo)
  const end = undo.move()
  return {
    url,
    drain: () => runUntilIdle(plans.map(({ stage }) => stage)),
    health: () => ({ stages: parts.registry.entries(), node: parts.node.state() }),
    stop: () => stopWithTimeout(end.disposeAsync(), parts.context),
  }
}

async function openServerResources(
  config: Config,
  { signal }: { signal: AbortSignal },
  undo: AsyncDisposableStack,
): Promise<ServerResources> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new FatalError('A server needs a database: set DATABASE_URL.')
  if (config.isTraced) undo.defer(await startTracing())
  const opened = createContext({ ...config, databaseUrl }, { signal })
  undo.defer(() => closeContext(opened))
  await prepareDatabase(opened.pool, databaseUrl)
  const notifications = await createNotifications(databaseUrl, opened.log)
  undo.defer(() => notifications.close())
  const node = trackNodeHealth(traceCalls(opened))
  const registry = createStageStatusRegistry()
  return {
    context: { ...opened, flow: node.flow },
    node,
    registry,
    notifications,
    metrics: createProcessMetrics({ node, stages: registry, pool: opened.pool }),
  }
}

/** Returns a reader whose calls are traced by their names; their arguments and the URL may be secret. */
function traceCalls({ flow, config }: Context): Context['flow'] {
  if (!config.isTraced) return flow
  return wrapReader(flow, (call, name) => traceWork({ name: `node ${name}`, kind: 'client' }, call))
}

/** Registers what is to be closed in `undo`. */
function createStages(
  context: Context,
  roles: readonly Role[],
  { agent, cosigner, isManual, signal }: ServerOptions & { signal: AbortSignal },
  undo: AsyncDisposableStack,
): ScheduledStage[] {
  const plans: ScheduledStage[] = []
  if (roles.includes('indexer')) {
    plans.push(...createIndexerStages(context), ...createGovernanceStages(context))
    plans.push(...createCaseStages(context))
  }
  if (roles.includes('scorer')) plans.push(...createScorerStages(context))
  if (roles.includes('agent')) {
    if (agent === undefined) throw new FatalError('The role agent needs the key of its account.')
    const manual = isManual && { now: () => 0, isOrdered: true }
    plans.push(...createAgentStages({ context, account: agent, signal, ...manual }))
  }
  if (roles.includes('alerts')) {
    const alerts = createAlertStages({ context, signal })
    undo.defer(() => alerts.finish())
    plans.push(...alerts.plans)
  }
  if (roles.includes('cosigner')) {
    if (cosigner === undefined) throw new FatalError('The role cosigner needs its key.')
    const opened = openCosigner({ context, secrets: cosigner, signal })
    undo.defer(() => opened.mailbox.close())
    plans.push(...createCosignerStages(opened))
  }
  return plans
}

async function startApi(parts: ServerResources, undo: AsyncDisposableStack): Promise<string> {
  const { context, node, registry, notifications, metrics } = parts
  const shutdown = createShutdown()
  const app = await buildApi({
    context,
    notifications,
    node,
    stages: registry,
    metrics,
    shutdown,
    limits: { eventLoopDelayMs: context.config.api.maxLoopDelayMs },
  })
  undo.defer(() => app.close())
  const url = await listen(app, context.config.api)
  undo.defer(() => shutdown.announce(context.config.api.drainMs))
  return url
}

async function startProcessApp(parts: ServerResources, undo: AsyncDisposableStack) {
  const { api, operationsPort } = parts.context.config
  if (operationsPort === null) return ''
  const app = buildProcessApp(parts)
  undo.defer(() => app.close())
  return await listen(app, { host: api.host, port: operationsPort })
}

/**
 * Waits until everything has stopped or the timeout has passed; open transactions are then rolled
 * back by the database.
 */
async function stopWithTimeout(stopping: Promise<void>, { log, config }: Context): Promise<void> {
  const onTimeout = () => log.warn('shutdown timed out; open transactions will be rolled back')
  const timeoutMs = STOP_TIMEOUT_MS + 2 * config.api.drainMs
  await withTimeout(stopping, { timeoutMs, onTimeout })
}
