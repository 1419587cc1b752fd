import type { Readiness } from '@app/api/readiness.ts'
import type { Context } from '../../context.ts'
import { loadTip, type Tip } from '../../facts/load-tip.ts'
import { impatientReader } from './impatient-reader.ts'
import type { NodeWatch } from './node-watch.ts'
import { readinessOf } from './readiness.ts'
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

/** A check of node, database and stages; many askers at once share one look. */
export function createReadinessCheck(parts: Parts): () => Promise<Readiness> {
  const { context, node, stages, now = Date.now } = parts
  const reader = impatientReader(node, { patienceMs: PATIENCE_MS, now })
  let database: { sinceMs: number; message: string } | null = null
  let running: Promise<Readiness> | undefined

  async function askNode(): Promise<void> {
    const { lastCallMs } = node.state()
    if (lastCallMs !== null && now() - lastCallMs < FRESH_MS) return
    await reader.latestBlock().catch(() => {})
  }

  async function readTip(): Promise<Tip | null> {
    try {
      const tip = await within(PATIENCE_MS, loadTip(context))
      database = null
      return tip
    } catch (error) {
      context.log.warn({ err: error }, 'the database did not tell how far it is')
      database ??= { sinceMs: now(), message: 'The database does not answer.' }
      return null
    }
  }

  async function check(): Promise<Readiness> {
    const [tip] = await Promise.all([readTip(), askNode()])
    return readinessOf({ tip, node: node.state(), stages: stages.entries(), database })
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
