import { FatalError } from '@app/values/errors.ts'
import { createAgentStages } from './agent/create-agent-stages.ts'
import { buildApi } from './api/build-api.ts'
import type { AgentAccount, Config } from './config.ts'
import { createNotifications, type Notifications } from './db/notifications.ts'
import { prepareDatabase } from './db/prepare-database.ts'
import {
  type NodeHealthTracker,
  type NodeState,
  trackNodeHealth,
} from './flow-access/track-node-health.ts'
import { withChainCheck } from './flow-access/with-chain-check.ts'
import { withTimeout } from './flow-access/with-timeout.ts'
import { createIndexerStages } from './indexer/create-indexer-stages.ts'
import { type Context, closeContext, createContext } from './runtime/context.ts'
import { listen } from './runtime/listen.ts'
import type { Role } from './runtime/roles.ts'
import { runStages } from './runtime/run-stages.ts'
import { serializeStage } from './runtime/serialize-stage.ts'
import { runUntilIdle, type StagePlan } from './runtime/stage.ts'
import {
  createStageStatusRegistry,
  type StageStatusEntry,
  type StageStatusRegistry,
} from './runtime/stage-status-registry.ts'
import { createScorerStages } from './scorer/create-scorer-stages.ts'

/** The roles of one process, at work. */
export interface Server {
  /** Where the API listens, such as http://127.0.0.1:3001; empty without the role `api`. */
  url: string
  /** Resolves when every stage of this process has nothing left to do. */
  drain(): Promise<void>
  health(): { stages: StageStatusEntry[]; node: NodeState }
  /** Ends every role within 3 s. */
  stop(): Promise<void>
}

interface ServerParts {
  context: Context
  node: NodeHealthTracker
  registry: StageStatusRegistry
  notifications: Notifications
}

const STOP_TIMEOUT_MS = 2_800

/** What only some roles may hold; a `Config` never carries it, so that no other room sees it. */
export interface Secrets {
  /** Needed by the role `agent`. */
  agent?: AgentAccount
}

/**
 * Starts the roles on a database that is there; a Flow node that is not makes them wait for it. Throws
 * `FatalError` with a sentence when the database or the port cannot be had, and leaves nothing behind.
 */
export async function startServer(
  config: Config,
  roles: readonly Role[],
  secrets: Secrets = {},
): Promise<Server> {
  await using undo = new AsyncDisposableStack()
  const ending = new AbortController()
  const parts = await openParts(config, ending.signal, undo)
  const context = withNetworkCheck(parts.context)
  const plans = [
    ...createIndexerAndScorerStages(context, roles),
    ...createAgentStagesIfEnabled(context, { roles, secrets, signal: ending.signal }),
  ].map((plan) => ({ ...plan, stage: serializeStage(plan.stage) }))
  const work = runStages(plans, { ...parts, signal: ending.signal })
  undo.defer(async () => {
    ending.abort()
    await work
  })
  const url = roles.includes('api') ? await startApi(parts, undo) : ''
  const end = undo.move()
  return {
    url,
    drain: () => runUntilIdle(plans.map(({ stage }) => stage)),
    health: () => ({ stages: parts.registry.entries(), node: parts.node.state() }),
    stop: () => stopWithTimeout(end.disposeAsync(), parts.context),
  }
}

async function openParts(
  config: Config,
  signal: AbortSignal,
  undo: AsyncDisposableStack,
): Promise<ServerParts> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new FatalError('A server needs a database: set DATABASE_URL.')
  const opened = createContext({ ...config, databaseUrl }, { signal })
  undo.defer(() => closeContext(opened))
  await prepareDatabase(opened.pool, databaseUrl)
  const notifications = await createNotifications(databaseUrl, opened.log)
  undo.defer(() => notifications.close())
  const node = trackNodeHealth(opened.flow)
  return {
    context: { ...opened, flow: node.flow },
    node,
    registry: createStageStatusRegistry(),
    notifications,
  }
}

/** A context whose node is of its network, or whose calls fail. */
function withNetworkCheck(opened: Context): Context {
  return { ...opened, flow: withChainCheck(opened.flow, opened.config.network) }
}

function createIndexerAndScorerStages(context: Context, roles: readonly Role[]): StagePlan[] {
  const indexer = roles.includes('indexer') ? createIndexerStages(context) : []
  const scorer = roles.includes('scorer') ? createScorerStages(context) : []
  return [...indexer, ...scorer]
}

function createAgentStagesIfEnabled(
  context: Context,
  { roles, secrets, signal }: { roles: readonly Role[]; secrets: Secrets; signal: AbortSignal },
): StagePlan[] {
  if (!roles.includes('agent')) return []
  const account = secrets.agent
  if (account === undefined) throw new FatalError('The role agent needs the key of its account.')
  return createAgentStages({ context, account, signal })
}

async function startApi(parts: ServerParts, undo: AsyncDisposableStack): Promise<string> {
  const { context, node, registry, notifications } = parts
  const app = await buildApi({ context, notifications, node, stages: registry })
  undo.defer(() => app.close())
  return await listen(app, context.config.api)
}

/** Work that does not end in time is left to its transaction, which the database rolls back. */
async function stopWithTimeout(stopping: Promise<void>, { log }: Context): Promise<void> {
  const onTimeout = () =>
    log.warn('not everything stopped in time; what was under way is rolled back')
  await withTimeout(stopping, { timeoutMs: STOP_TIMEOUT_MS, onTimeout })
}
