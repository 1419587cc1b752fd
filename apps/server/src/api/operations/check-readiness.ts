import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import type { Readiness } from '@app/api/schemas/readiness.ts'
import { getDao } from '@app/contracts/calls.ts'
import { DAO_SIGNERS_REQUIRED } from '@app/values/limits.ts'
import { isRecent } from '@app/values/time.ts'
import { readHeartbeat } from '../../agent/read-agent-status.ts'
import { type KnownSigner, readKnownSigners } from '../../cosigner/read-signers.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import { type NetworkReader, readContract } from '../../flow-access/read-contract.ts'
import {
  createReaderWithTimeout,
  type NodeHealthTracker,
  withTimeout,
} from '../../flow-access/track-node-health.ts'
import type { Context } from '../../runtime/context.ts'
import type { StageStatusRegistry } from '../../runtime/stage.ts'
import { buildReadiness, type Outage, type ReadinessInputs } from './build-readiness.ts'
import type { Shutdown } from './shutdown.ts'

type DatabaseParts = Pick<ReadinessInputs, 'tip' | 'agent' | 'execution'>

interface ReadinessSources {
  context: Pick<Context, 'db' | 'rules' | 'log' | 'config'>
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
    const reading = Promise.all([
      loadIndexedTip(context),
      readHeartbeat(context.db),
      readKnownSigners(context.db),
    ])
    const onTimeout = () => {
      throw new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)
    }
    try {
      const limits = { timeoutMs: CHECK_TIMEOUT_MS, onTimeout }
      const [tip, { isAlive, lastMs }, signers] = await withTimeout(reading, limits)
      database = null
      const agent = isAlive ? null : { sinceMs: lastMs ?? startedMs, message: NO_AGENT }
      return { tip, agent, execution: describeExecution(signers, startedMs) }
    } catch (error) {
      context.log.warn({ err: error }, 'the readiness check could not read the database')
      database ??= { sinceMs: now(), message: 'The database does not answer.' }
      return NOTHING_READ
    }
  }

  const build = (tables: DatabaseParts, shutdown: DegradedPart | null = null) =>
    buildReadiness({ ...tables, node: node.state(), stages: stages.entries(), database, shutdown })

  async function check(): Promise<Readiness> {
    const [tables] = await Promise.all([readDatabase(), probeNode()])
    const execution = tables.execution !== null && (await hasDao()) ? tables.execution : null
    return build({ ...tables, execution })
  }

  return async () => {
    const shutdown = parts.shutdown?.describe() ?? null
    // Nothing is asked: load balancers have to hear of a stop at once, also while node and database are silent.
    if (shutdown !== null) return build(NOTHING_READ, shutdown)
    running ??= check().finally(() => {
      running = undefined
    })
    return await running
  }
}

const NOTHING_READ: DatabaseParts = { tip: null, agent: null, execution: null }

/** Interval between two questions while there is no DAO. */
const RETRY_INTERVAL_MS = 60_000

/**
 * Creates a function that resolves to whether the governance contracts are deployed and have a DAO;
 * false while the node does not answer. Once there is a DAO, the node is not asked again.
 */
function createDaoCheck(reader: NetworkReader, now: () => number): () => Promise<boolean> {
  let hasDao = false
  let lastCheckMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (hasDao || isRecent(lastCheckMs, now(), RETRY_INTERVAL_MS)) return hasDao
    try {
      const result = await readContract(reader, { contract: 'DharmaGovernance', call: getDao() })
      hasDao = result !== null && result.value !== null
      lastCheckMs = now()
    } catch {
      return false
    }
    return hasDao
  }
}

/**
 * Describes what keeps approved proposals from being executed, or may soon: too few signers, or a
 * silent one. Returns `null` when all that were ever seen are running, and there are enough.
 */
function describeExecution(signers: readonly KnownSigner[], startedMs: number): Outage | null {
  const silent = signers.filter(({ isAlive }) => !isAlive)
  const alive = signers.filter(({ isAlive }) => isAlive)
  const missing = DAO_SIGNERS_REQUIRED - new Set(alive.map(({ status }) => status.keyIndex)).size
  if (missing <= 0 && silent.length === 0) return null
  const sinceMs = silent.length === 0 ? startedMs : Math.min(...silent.map(({ lastMs }) => lastMs))
  const silences = silent.map(
    ({ name, lastMs, status }) =>
      `Signer ${name} (key ${status.keyIndex}) is silent since ${new Date(lastMs).toISOString()}.`,
  )
  const count = missing > 0 ? [describeMissing(signers, missing)] : []
  return { sinceMs, message: [...count, ...silences].join(' ') }
}

function describeMissing(signers: readonly KnownSigner[], missing: number): string {
  if (signers.length === 0)
    return 'No signer was seen yet: nothing is executed until two processes with the role cosigner run.'
  const [verb, needed] = missing === 1 ? ['is', 'another one is'] : ['are', 'two are']
  return `${DAO_SIGNERS_REQUIRED - missing} of ${DAO_SIGNERS_REQUIRED} signers ${verb} running; nothing is executed until ${needed}.`
}
