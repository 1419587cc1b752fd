import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { EmbeddedPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { fetchRange } from '@app/server/indexer/fetch/fetch-range.ts'
import { appendRange } from '@app/server/indexer/stages/append-range.ts'
import { createBackfillStage } from '@app/server/indexer/stages/create-backfill-stage.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { readProcessorSeconds } from '../measure.ts'
import { EVM_EXECUTED, EVM_TRANSACTIONS_PER_BLOCK, HISTORY_TOKEN } from '../replay/evm-history.ts'
import { buildBlock, EVENTS_PER_BLOCK } from '../replay/history.ts'
import { type HistoryOptions, NETWORK } from '../replay/history-parts.ts'

const SEED = 7

export interface IndexingResult {
  /** Events of the types that the indexer asks for. */
  events: number
  evmTransactions: number
  seconds: number
  /** Of the indexing process and its PostgreSQL, without the process that replays the history. */
  processorSeconds: number
  /** Resident memory of the indexing process at its highest, in megabytes. */
  maxMemoryMb: number
}

/** Where the money of a history moves, and about how many events it has, or transactions of the EVM. */
type HistorySize = { side: 'cadence'; events: number } | { side: 'evm'; transactions: number }

const countBlocks = (size: HistorySize): number =>
  size.side === 'evm'
    ? Math.ceil(size.transactions / EVM_TRANSACTIONS_PER_BLOCK)
    : Math.ceil(size.events / EVENTS_PER_BLOCK)

/**
 * Indexes a history into an empty database, downwards from its last block as a server
 * does, from a node that replays it over loopback. `look` runs before the database is left.
 */
export async function indexHistory(
  postgres: Pick<EmbeddedPostgres, 'url'>,
  size: HistorySize,
  look: (context: Context) => Promise<void> = async () => {},
): Promise<IndexingResult> {
  const history = { seed: SEED, side: size.side, tipHeight: countBlocks(size) }
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
    return { ...countEvents(history), ...measured }
  } finally {
    await closeContext(context)
    await node.stop()
  }
}

/** Starts a process that serves a history as an access node does. */
async function startReplayNode(history: HistoryOptions) {
  const script = new URL('../replay/replay-node.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(history)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  const stop = async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  }
  return { url, stop }
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
  const flow = { ...config.flow, evmTokens: [HISTORY_TOKEN] }
  return createContext({ ...config, flow, databaseUrl })
}

/** Indexes the last block; all others are below it. */
async function indexTip(context: Context): Promise<void> {
  const tip = await context.flow.getLatestBlock()
  const range = { fromHeight: tip.height, toHeight: tip.height }
  const fetched = await fetchRange(context.flow, { network: NETWORK, range, tipMs: tip.timeMs })
  await appendRange(context, { live: null, fetched, tip })
}

function countEvents(history: HistoryOptions) {
  const counts = { events: 0, evmTransactions: 0 }
  for (let height = 0; height < history.tipHeight; height += 1) {
    for (const { events } of buildBlock(history, height)) {
      counts.events += events.length
      counts.evmTransactions += events.filter(({ type }) => type === EVM_EXECUTED).length
    }
  }
  return counts
}
