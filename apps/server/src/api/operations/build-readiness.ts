import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import type { Readiness } from '@app/api/schemas/readiness.ts'
import type { IndexedTip } from '../../facts/load-indexed-tip.ts'
import type { NodeState } from '../../flow-access/track-node-health.ts'
import { isUnhealthy, type StageStatusEntry } from '../../runtime/stage.ts'

/** Maximum lag at which the server counts as caught up: 10 s of testnet. */
const READY_LAG_BLOCKS = 20

export interface ReadinessInputs {
  /** `null` while nothing is indexed. */
  tip: IndexedTip | null
  node: NodeState
  stages: readonly StageStatusEntry[]
  /** Set while the database does not answer. */
  database: Outage | null
  /** Set while no agent is running; everything except sending to the chain works. */
  agent: Outage | null
  /** Set while too few signers are running to execute proposals, or a known one is silent. */
  execution: Outage | null
  /** Set while this process stops. */
  shutdown?: DegradedPart | null
}

export interface Outage {
  sinceMs: number
  message: string
}

/**
 * Builds the readiness report. Ready means: caught up with a node that answers, and no stage has
 * failed. Retrying stages and every part that prevents readiness are listed in `degraded`.
 */
export function buildReadiness({ tip, ...inputs }: ReadinessInputs): Readiness {
  const { node, stages, database, shutdown = null } = inputs
  const nodeHeight = maxOrNull(tip?.nodeHeight ?? null, node.height)
  const lagBlocks = tip && nodeHeight !== null ? Math.max(0, nodeHeight - tip.toHeight) : null
  const isCaughtUp = lagBlocks !== null && lagBlocks <= READY_LAG_BLOCKS
  const hasFailed = stages.some(({ status }) => status === 'failed')
  const isWorking = node.outage === null && database === null && !hasFailed
  const isReady = isCaughtUp && isWorking && shutdown === null
  return {
    status: isReady ? 'ready' : 'not_ready',
    indexedHeight: tip?.toHeight ?? null,
    nodeHeight,
    lagBlocks,
    outdatedBlocks: tip?.outdatedBlocks ?? null,
    degraded: listDegradedParts(inputs),
  }
}

export function explainNotReady({ degraded, lagBlocks }: Readiness): string {
  const first = degraded.find(({ part }) => !WITHOUT_EFFECT.includes(part))
  if (first) return `Not ready since ${first.since}: ${first.message}`
  if (lagBlocks === null) return 'Nothing is indexed yet. Try again in a few seconds.'
  return `Still ${lagBlocks} blocks behind the node. Try again in a few seconds.`
}

const AGENT = 'agent'
const EXECUTION = 'execution'

/** Parts without which the server is ready. */
const WITHOUT_EFFECT: readonly string[] = [AGENT, EXECUTION]

function listDegradedParts({
  node,
  stages,
  database,
  agent,
  execution,
  shutdown = null,
}: Omit<ReadinessInputs, 'tip'>): DegradedPart[] {
  const unhealthyStages = stages.filter(isUnhealthy)
  return [
    ...(shutdown ? [shutdown] : []),
    ...(database ? [toDegradedPart('database', database)] : []),
    ...(node.outage ? [toDegradedPart('node', node.outage)] : []),
    ...unhealthyStages.map(({ name, sinceMs, problem }) =>
      toDegradedPart(name, { sinceMs, message: problem ?? '' }),
    ),
    ...(agent ? [toDegradedPart(AGENT, agent)] : []),
    ...(execution ? [toDegradedPart(EXECUTION, execution)] : []),
  ]
}

export function toDegradedPart(name: string, outage: Outage): DegradedPart {
  return {
    part: name,
    since: new Date(outage.sinceMs).toISOString(),
    message: outage.message,
  }
}

function maxOrNull(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
