import type { DegradedPart } from '@app/api/schemas/degraded-part.ts'
import type { Readiness } from '@app/api/schemas/readiness.ts'
import { isRecent } from '@app/values/time/is-recent.ts'
import { readAgentHeartbeat } from '../../agent/request-action.ts'
import { readKnownSigners } from '../../cosigner/read-signers.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { createReaderWithTimeout } from '../../flow-access/create-reader-with-timeout.ts'
import type { NodeHealthTracker } from '../../flow-access/track-node-health.ts'
import { withTimeout } from '../../flow-access/with-timeout.ts'
import type { Context } from '../../runtime/context.ts'
import type { StageStatusRegistry } from '../../runtime/stage-status-registry.ts'
import { buildReadiness, type Outage, type ReadinessInputs } from './build-readiness.ts'
import { createDaoCheck } from './create-dao-check.ts'
import { describeExecution } from './describe-execution.ts'
import type { Shutdown } from './shutdown.ts'

type DatabaseParts = Pick<ReadinessInputs, 'tip' | 'agent' | 'execution'>

interface ReadinessSources {
  context: Pick<Context, 'db' | 'replica' | 'log' | 'config'>
  node: NodeHealthTracker
  stages: Pick<StageStatusRegistry, 'entries'>
  shutdown?: Shutdown
  now?: () => number
}

/** Timeout of the node check and of the database check, each. */
const CHECK_TIMEOUT_MS = 2_000

/** A node call by this process within this time counts as the check. */
const RECENT_CALL_MS = 2_000

const NO_AGENT = 'No agent is running: nothing can be sent to the chain.'

/** Creates a check of the node, the database and the stages; concurrent callers share one check. */
export function createReadinessCheck(parts: ReadinessSources): () => Promise<Readiness> {
  const { context, node, stages, now = Date.now } = parts
  const reader = createReaderWithTimeout(node, { timeoutMs: CHECK_TIMEOUT_MS, now })
  const startedMs = now()
  let database: Outage | null = null
  const hasDao = createDaoCheck({ flow: reader, network: context.config.network }, now)
  let running: Promise<Readiness> | undefined

  async function probeNode(): Promise<void> {
    const { lastCallMs } = node.state()
    if (lastCallMs !== null && isRecent(lastCallMs, now(), RECENT_CALL_MS)) return
    await reader.getLatestBlock().catch(() => {})
  }

  async function readDatabase(): Promise<DatabaseParts> {
    try {
      const reading = Promise.all([
        loadIndexedTip(context),
        readAgentHeartbeat(context),
        readKnownSigners(context.db),
      ])
      const [tip, agent, signers] = await withTimeout(reading, {
        timeoutMs: CHECK_TIMEOUT_MS,
        onTimeout: throwTimeout,
      })
      database = null
      const silentSinceMs = agent.lastMs ?? startedMs
      return {
        tip,
        agent: agent.isAlive ? null : { sinceMs: silentSinceMs, message: NO_AGENT },
        execution: describeExecution(signers, startedMs),
      }
    } catch (error) {
      context.log.warn({ err: error }, 'the readiness check could not read the database')
      database ??= { sinceMs: now(), message: 'The database does not answer.' }
      return { tip: null, agent: null, execution: null }
    }
  }

  async function check(): Promise<Readiness> {
    const [tables] = await Promise.all([readDatabase(), probeNode()])
    const execution = tables.execution !== null && (await hasDao()) ? tables.execution : null
    const replica = context.replica?.describeOutage() ?? null
    const own = { node: node.state(), stages: stages.entries(), database, replica }
    return buildReadiness({ ...tables, ...own, execution })
  }

  /** Asks nobody: load balancers have to hear of a stop at once, also while node and database are silent. */
  function reportShutdown(shutdown: DegradedPart): Readiness {
    const own = { node: node.state(), stages: stages.entries(), database, shutdown }
    return buildReadiness({ ...own, tip: null, agent: null, execution: null })
  }

  return async () => {
    const shutdown = parts.shutdown?.describe() ?? null
    if (shutdown !== null) return reportShutdown(shutdown)
    running ??= check().finally(() => {
      running = undefined
    })
    return await running
  }
}

function throwTimeout(): never {
  throw new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)
}
