import type { DegradedPart } from '@app/api/degraded-part.ts'
import type { Readiness } from '@app/api/readiness.ts'
import type { Tip } from '../../facts/load-tip.ts'
import type { NodeState } from './node-watch.ts'
import { type BoardEntry, isTrouble } from './stage-board.ts'

/** Blocks behind the node up to which the server counts as caught up: 10 s of testnet. */
const READY_LAG_BLOCKS = 20

interface Parts {
  /** `null` while nothing is indexed. */
  tip: Tip | null
  node: NodeState
  stages: readonly BoardEntry[]
  /** A database that does not answer. */
  database: Trouble | null
  /** No agent at work: everything but sending to the chain works. */
  agent: Trouble | null
}

export interface Trouble {
  sinceMs: number
  message: string
}

/**
 * Ready means: caught up with a node that answers, and no stage stopped for good. A stage that tries
 * again is named in `degraded`, and so is every part that keeps the server from being ready.
 */
export function readinessOf({ tip, node, stages, database, agent }: Parts): Readiness {
  const nodeHeight = highest(tip?.nodeHeight ?? null, node.height)
  const lagBlocks = tip && nodeHeight !== null ? Math.max(0, nodeHeight - tip.toHeight) : null
  const isCaughtUp = lagBlocks !== null && lagBlocks <= READY_LAG_BLOCKS
  const hasFailed = stages.some(({ status }) => status === 'failed')
  const isReady = isCaughtUp && node.trouble === null && database === null && !hasFailed
  return {
    status: isReady ? 'ready' : 'not_ready',
    indexedHeight: tip?.toHeight ?? null,
    nodeHeight,
    lagBlocks,
    degraded: degradedOf({ node, stages, database, agent }),
  }
}

/** Why the server is not ready, in a sentence. */
export function whyNotReady({ degraded, lagBlocks }: Readiness): string {
  const first = degraded.find(({ part: name }) => name !== AGENT)
  if (first) return `Not ready since ${first.since}: ${first.message}`
  if (lagBlocks === null) return 'Nothing is indexed yet. Try again in a few seconds.'
  return `Still ${lagBlocks} blocks behind the node. Try again in a few seconds.`
}

const AGENT = 'agent'

function degradedOf({ node, stages, database, agent }: Omit<Parts, 'tip'>): DegradedPart[] {
  const troubled = stages.filter(isTrouble)
  return [
    ...(database ? [part('database', database)] : []),
    ...(node.trouble ? [part('node', node.trouble)] : []),
    ...troubled.map(({ name, sinceMs, problem }) =>
      part(name, { sinceMs, message: problem ?? '' }),
    ),
    ...(agent ? [part(AGENT, agent)] : []),
  ]
}

export function part(name: string, trouble: Trouble): DegradedPart {
  return { part: name, since: new Date(trouble.sinceMs).toISOString(), message: trouble.message }
}

function highest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.max(a, b)
}
