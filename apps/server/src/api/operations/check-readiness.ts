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
    try {
      const reading = Promise.all([
        loadIndexedTip(context),
        readHeartbeat(context.db),
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
    const own = { node: node.state(), stages: stages.entries(), database }
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
  const missing = DAO_SIGNERS_REQUIRED - new Set(listRunningKeys(signers)).size
  if (missing <= 0 && silent.length === 0) return null
  const silentMs = silent.map(({ lastMs }) => lastMs)
  const sinceMs = silent.length === 0 ? startedMs : Math.min(...silentMs)
  const sentences = [...describeCount(signers, missing), ...silent.map(describeSilence)]
  return { sinceMs, message: sentences.join(' ') }
}

const listRunningKeys = (signers: readonly KnownSigner[]): number[] =>
  signers.filter(({ isAlive }) => isAlive).map(({ status }) => status.keyIndex)

function describeCount(signers: readonly KnownSigner[], missing: number): string[] {
  if (signers.length === 0) return [NONE_SEEN]
  if (missing <= 0) return []
  const running = DAO_SIGNERS_REQUIRED - missing
  const [verb, needed] = missing === 1 ? ['is', 'another one is'] : ['are', 'two are']
  return [
    `${running} of ${DAO_SIGNERS_REQUIRED} signers ${verb} running; nothing is executed until ${needed}.`,
  ]
}

const NONE_SEEN =
  'No signer was seen yet: nothing is executed until two processes with the role cosigner run.'

const describeSilence = ({ name, lastMs, status }: KnownSigner): string =>
  `Signer ${name} (key ${status.keyIndex}) is silent since ${new Date(lastMs).toISOString()}.`
