import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { fetchRange } from '@app/server/indexer/fetch/fetch-range.ts'
import { appendRange } from '@app/server/indexer/stages/append-range.ts'
import { createBackfillStage } from '@app/server/indexer/stages/create-downward-stages.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { readProcessorSeconds, roundRatio } from './measure.ts'
import {
  BLOCK_BUILDERS,
  EVM_EXECUTED,
  EVM_TRANSACTIONS_PER_BLOCK,
  HISTORY_TOKEN,
} from './replay/evm-history.ts'
import { EVENTS_PER_BLOCK, type HistoryOptions, NETWORK } from './replay/history.ts'
import { withScratchPostgres } from './with-scratch-context.ts'

const RAW_TABLES = [
  'chain_transfer',
  'chain_nft_move',
  'chain_account_event',
  'chain_transaction',
  'chain_account',
  'chain_coa_move',
  'chain_coa_act',
  'chain_evm_transaction',
] as const

const SUM_TABLES = [
  'chain_counterparty',
  'chain_activity_bucket',
  'chain_activity',
  'chain_collection',
  'chain_account_activity',
] as const

const SEED = 7

/** Indexes a history of about so many events in Cadence. */
export const benchIndexing = ({ events = 400_000 } = {}): Promise<object> =>
  benchHistory('indexing', 'cadence', Math.ceil(events / EVENTS_PER_BLOCK))

/** Indexes a history of about so many transactions of the EVM, half of them signed. */
export const benchEvmIndexing = ({ transactions = 200_000 } = {}): Promise<object> =>
  benchHistory('indexing-evm', 'evm', Math.ceil(transactions / EVM_TRANSACTIONS_PER_BLOCK))

/**
 * Indexes a history into an empty database, downwards from its last block as a server does,
 * from a node that replays it over loopback. Measures how many events are indexed per second, with all sums, and
 * compares it with a COPY of the same rows into empty tables with the same indexes: of the raw rows alone, and with
 * the sums.
 */
function benchHistory(
  bench: string,
  side: HistoryOptions['side'],
  tipHeight: number,
): Promise<object> {
  return withScratchPostgres(async ({ url }) => {
    const history = { side, seed: SEED, tipHeight }
    await using resources = new AsyncDisposableStack()
    const context = openContext(url, await startReplayNode(history, resources))
    resources.defer(() => closeContext(context))
    await migrate(context.pool)
    await indexTip(context)
    const before = await readProcessorSeconds(context)
    const start = performance.now()
    await runUntilIdle([createBackfillStage(context)])
    const seconds = (performance.now() - start) / 1000
    const processorSeconds = (await readProcessorSeconds(context)) - before
    const maxMemoryMb = Math.round(process.resourceUsage().maxRSS / 1024)
    const copySeconds = {
      raw: await measurePlainCopy(context.pool, RAW_TABLES),
      sums: await measurePlainCopy(context.pool, SUM_TABLES),
    }
    const { events, evmTransactions } = countEvents(history)
    return {
      ...{ bench, events, evmTransactions },
      seconds,
      /** Of this process and its PostgreSQL, without the process that replays the history. */
      processorSeconds,
      maxMemoryMb,
      eventsPerSecond: Math.round(events / seconds),
      evmTransactionsPerSecond: Math.round(evmTransactions / seconds),
      copySeconds,
      shareOfCopyOfRawRows: roundRatio(copySeconds.raw, seconds),
      shareOfCopyOfAllRows: roundRatio(copySeconds.raw + copySeconds.sums, seconds),
    }
  })
}

/** Starts a process that serves a history as an access node does, and ends with `resources`. Returns its URL. */
async function startReplayNode(
  history: HistoryOptions,
  resources: AsyncDisposableStack,
): Promise<string> {
  const script = new URL('replay/replay-node.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(history)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  resources.defer(async () => {
    const exited = once(child, 'exit')
    child.stdin.end()
    await exited
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return url
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
  const fetched = await fetchRange(context, { range, tipMs: tip.timeMs })
  await appendRange(context, { live: null, fetched, tip })
}

/** Counts the events of the types that the indexer asks for. */
function countEvents(history: HistoryOptions) {
  const counts = { events: 0, evmTransactions: 0 }
  for (let height = 0; height < history.tipHeight; height += 1) {
    for (const { events } of BLOCK_BUILDERS[history.side](history, height)) {
      counts.events += events.length
      counts.evmTransactions += events.filter(({ type }) => type === EVM_EXECUTED).length
    }
  }
  return counts
}

/** Returns the seconds that a COPY of all rows takes into empty tables with the same columns and indexes. */
async function measurePlainCopy(pool: pg.Pool, tables: readonly string[]): Promise<number> {
  const client = await pool.connect()
  let seconds = 0
  try {
    for (const table of tables) seconds += await copyTable(client, table)
  } finally {
    client.release()
  }
  return Math.round(seconds * 100) / 100
}

async function copyTable(client: pg.PoolClient, table: string): Promise<number> {
  const columns = await listColumns(client, table)
  const chunks: Buffer[] = []
  for await (const chunk of client.query(
    copyTo(`copy ${table} (${columns}) to stdout (format binary)`),
  )) {
    chunks.push(chunk)
  }
  await client.query(`create table copied (like ${table} including all)`)
  const start = performance.now()
  await client.query('begin')
  const target = client.query(copyFrom(`copy copied (${columns}) from stdin (format binary)`))
  await pipeline(Readable.from(chunks), target)
  await client.query('commit')
  const seconds = (performance.now() - start) / 1000
  await client.query('drop table copied')
  return seconds
}

async function listColumns(client: pg.PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  return rows.map(({ name }) => name).join(', ')
}
