import type { Readiness } from '@app/api/readiness.ts'
import { readAgent } from '../../agent/request-action.ts'
import type { Context } from '../../context.ts'
import { loadTip, type Tip } from '../../facts/load-tip.ts'
import { impatientReader } from './impatient-reader.ts'
import type { NodeWatch } from './node-watch.ts'
import { readinessOf, type Trouble } from './readiness.ts'
import type { StageBoard } from './stage-board.ts'

interface Parts {
  context: Pick<Context, 'db' | 'log'>
  node: NodeWatch
  stages: Pick<StageBoard, 'entries'>
  now?: () => number
}

/** What a load balancer waits for the node and for the database, each. */
const PATIENCE_MS = 2_000

/** While the indexer of this process calls the node all the time, nobody needs to ask it again. */
const FRESH_MS = 2_000

const NO_AGENT = 'No agent is at work: nothing can be sent to the chain.'

/** A check of node, database and stages; many askers at once share one look. */
export function createReadinessCheck(parts: Parts): () => Promise<Readiness> {
  const { context, node, stages, now = Date.now } = parts
  const reader = impatientReader(node, { patienceMs: PATIENCE_MS, now })
  const startedMs = now()
  let database: Trouble | null = null
  let running: Promise<Readiness> | undefined

  async function askNode(): Promise<void> {
    const { lastCallMs } = node.state()
    if (lastCallMs !== null && now() - lastCallMs < FRESH_MS) return
    await reader.latestBlock().catch(() => {})
  }

  async function readTables(): Promise<{ tip: Tip | null; agent: Trouble | null }> {
    try {
      const reading = Promise.all([loadTip(context), readAgent(context)])
      const [tip, agent] = await within(PATIENCE_MS, reading)
      database = null
      const silentSinceMs = agent.lastMs ?? startedMs
      return { tip, agent: agent.isAlive ? null : { sinceMs: silentSinceMs, message: NO_AGENT } }
    } catch (error) {
      context.log.warn({ err: error }, 'the database did not tell how far it is')
      database ??= { sinceMs: now(), message: 'The database does not answer.' }
      return { tip: null, agent: null }
    }
  }

  async function check(): Promise<Readiness> {
    const [tables] = await Promise.all([readTables(), askNode()])
    return readinessOf({ ...tables, node: node.state(), stages: stages.entries(), database })
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function within<T>(patienceMs: number, work: Promise<T>): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
