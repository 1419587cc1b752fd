import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { fetchRange } from '@app/server/indexer/fetch/fetch-range.ts'
import { appendRange } from '@app/server/indexer/stages/append-range.ts'
import { createBackfillStage } from '@app/server/indexer/stages/create-backfill-stage.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { readProcessorSeconds } from '../processor-seconds.ts'
import { buildBlock, EVENTS_PER_BLOCK, type HistoryOptions } from '../replay/history.ts'
import { startReplayNode } from '../replay/start-replay-node.ts'

const NETWORK = 'local'
const SEED = 7

export interface IndexingResult {
  /** Events of the types that the indexer asks for. */
  events: number
  seconds: number
  /** Of the indexing process and its PostgreSQL, without the process that replays the history. */
  processorSeconds: number
  /** Resident memory of the indexing process at its highest, in megabytes. */
  maxMemoryMb: number
}

/**
 * Indexes a history with about `events` events into an empty database, downwards from its last block as a server
 * does, from a node that replays it over loopback. `look` runs before the database is left.
 */
export async function indexHistory(
  postgres: Pick<EmbeddedPostgres, 'url'>,
  events: number,
  look: (context: Context) => Promise<void> = async () => {},
): Promise<IndexingResult> {
  const history = { seed: SEED, tipHeight: Math.ceil(events / EVENTS_PER_BLOCK) }
  const node = await startReplayNode(history)
  const context = openContext(postgres.url, node.url)
  try {
    await migrate(context.pool)
    await indexTip(context)
    const before = await readProcessorSeconds(context)
    const start = performance.now()
    await runUntilIdle([createBackfillStage(context)])
    const measured = {
      seconds: (performance.now() - start) / 1000,
      processorSeconds: (await readProcessorSeconds(context)) - before,
      maxMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }
    await look(context)
    return { events: countEvents(history), ...measured }
  } finally {
    await closeContext(context)
    await node.stop()
  }
}

function openContext(databaseUrl: string, accessNodeUrl: string): Context {
  const config = readConfig({
    FLOW_NETWORK: NETWORK,
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_START_HEIGHT: 'recent',
    FLOW_EVENT_CALLS_PER_SECOND: '10000',
    FLOW_OTHER_CALLS_PER_SECOND: '10000',
    LOG_LEVEL: 'warn',
  })
  return createContext({ ...config, databaseUrl })
}

/** Indexes the last block; all others are below it. */
async function indexTip(context: Context): Promise<void> {
  const tip = await context.flow.getLatestBlock()
  const range = { fromHeight: tip.height, toHeight: tip.height }
  const fetched = await fetchRange(context.flow, { network: NETWORK, range, tipMs: tip.timeMs })
  await appendRange(context, { live: null, fetched, tip })
}

function countEvents(history: HistoryOptions): number {
  let count = 0
  for (let height = 0; height < history.tipHeight; height += 1) {
    for (const { events } of buildBlock(history, height)) count += events.length
  }
  return count
}
