import { createSigner } from '@app/flow/keys/create-signer.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import { requestAction } from '../../../agent/request-action.ts'
import { insertTestScore, toTestHash } from '../../../agent/testing/insert-test-score.ts'
import { recordHeartbeat } from '../../../agent/write-heartbeat.ts'
import { type AgentAccount, type Config, readConfig } from '../../../config.ts'
import { getDecoding } from '../../../indexer/decode/decoding.ts'
import { createLiveStage } from '../../../indexer/stages/create-live-stage.ts'
import { upsertLabel } from '../../../labels/change-labels.ts'
import { type Context, closeContext, createContext } from '../../../runtime/context.ts'
import { runUntilIdle } from '../../../runtime/stage.ts'
import { trackAccount } from '../../../scorer/tracked-accounts.ts'
import { copyDatabase } from '../../create-test-database.ts'
import { openClocks } from '../injection/clocks.ts'
import { startFaultyReceiver } from '../injection/faulty-receiver.ts'
import type { Injector } from '../injection/injector.ts'
import { startNodeProxy } from '../injection/node-proxy.ts'
import { type PostgresProxy, startPostgresProxy } from '../injection/postgres-proxy.ts'
import type { ServerClock } from '../injection/server-clock.ts'
import { buildSeededChain, type SeededChain } from '../seeded-chain/build-seeded-chain.ts'
import { type SeededNode, startSeededNode } from '../seeded-chain/seeded-node.ts'
import { type AlertSubscribers, subscribeToAlerts } from './alert-subscribers.ts'

/** What one schedule runs on: a chain, a database, and the proxies in front of both. */
export interface ScheduleWorld {
  seededChain: SeededChain
  node: SeededNode
  /** The database without the proxy, as an operator or another process sees it. */
  direct: Context
  databaseProxy: PostgresProxy
  subscribers: AlertSubscribers
  /** The configuration of the server, which sees node and database through the proxies. */
  config: Config
}

/** The account that publishes; its keys are only here. */
export const SENDER: AgentAccount = {
  address: computeAddressAtIndex(50, 'local'),
  privateKeyHex: '7'.repeat(64),
}
const KEY_COUNT = 6

/** Blocks with events, and empty ones in which the pipeline catches up. */
export const HISTORY_BLOCKS = 70
export const CATCH_UP_BLOCKS = 24

/** Where the first block is when back-fill is part of the schedule. */
export const BACKFILL_FROM = 30

/** Wallets that get a message each, while faults strike. */
const SUBSCRIBERS = 4

export interface ScheduleWorldOptions {
  /** A database from which the schedule's own is copied (prepare-template.ts). */
  templateUrl: string
  chainSeed: number
  /** Whether the index starts in the middle, with back-fill below. */
  hasBackfill: boolean
  /** Whether an earlier version has indexed the first blocks, which are so read again. */
  isUpdated: boolean
  injector: Injector
  /** The wall clock of the server. */
  serverClock: ServerClock
}

/** Creates the world; `undo` removes it. */
export async function createScheduleWorld(
  options: ScheduleWorldOptions,
  undo: AsyncDisposableStack,
): Promise<ScheduleWorld> {
  const { injector, templateUrl, chainSeed, hasBackfill, isUpdated, serverClock } = options
  const seededChain = buildSeededChain(chainSeed, HISTORY_BLOCKS + CATCH_UP_BLOCKS + 1)
  const node = await startSeededNode({ seededChain, sender: SENDER, keyCount: KEY_COUNT })
  undo.defer(() => node.stop())
  const nodeProxy = await startNodeProxy(node.url, injector)
  undo.defer(() => nodeProxy.stop())
  const database = await copyDatabase(templateUrl)
  undo.defer(() => database.drop())
  const clocks = await openClocks(database.url, serverClock)
  const databaseProxy = await startPostgresProxy(database.url, { injector, clocks })
  undo.defer(() => databaseProxy.stop())
  const startHeight = hasBackfill ? 'recent' : '0'
  const direct = createContext({
    ...buildConfig(node.url, startHeight),
    databaseUrl: database.url,
  })
  undo.defer(() => closeContext(direct))
  const config = {
    ...buildConfig(nodeProxy.url, startHeight),
    databaseUrl: databaseProxy.toUrl(database.url),
  }
  await setUpTables(direct, seededChain, hasBackfill)
  if (isUpdated) await indexAsBefore(direct, node)
  const receiver = await startFaultyReceiver(injector, databaseProxy.crash)
  undo.defer(() => receiver.stop())
  const subscribers = await subscribeToAlerts(direct, receiver, SUBSCRIBERS)
  return { seededChain, node, direct, databaseProxy, subscribers, config }
}

function buildConfig(accessNodeUrl: string, startHeight: string): Config {
  return readConfig({
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: accessNodeUrl,
    FLOW_START_HEIGHT: startHeight,
    API_PORT: '0',
    LOG_LEVEL: 'silent',
  })
}

async function setUpTables(direct: Context, seededChain: SeededChain, hasBackfill: boolean) {
  const { address } = createSigner({ ...SENDER, keyIndex: 0 })
  await recordHeartbeat(direct.db, address)
  const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
  await upsertLabel(direct, { ...label, address: seededChain.thief })
  for (const account of seededChain.accounts) await trackAccount(direct.db, account, 'client')
  if (hasBackfill) await startInTheMiddle(direct, seededChain)
}

/** Stores the cursor of a server that was started when this block was a day old. */
async function startInTheMiddle({ db }: Context, { blocks }: SeededChain): Promise<void> {
  const block = blocks[BACKFILL_FROM]
  if (block === undefined) throw new RangeError('the history is too short')
  await db
    .insertInto('chain_cursor')
    .values({
      direction: 'live',
      from_height: block.height,
      to_height: block.height - 1,
      block_id: block.parentId,
      parent_id: block.parentId,
      block_ms: Date.parse(block.timestamp),
      node_height: block.height,
    })
    .execute()
}

/** Indexes the blocks up to the first tip as the version did that knew nothing of the EVM. */
async function indexAsBefore(direct: Context, node: SeededNode): Promise<void> {
  node.setTip(BACKFILL_FROM)
  await runUntilIdle([createLiveStage(direct, getDecoding(1))])
}

/**
 * Asks for the publication of a score that is stored for this purpose. Returns whether it is queued: without a recent
 * sign of life the agent is not asked.
 */
export async function requestPublication(
  { direct }: ScheduleWorld,
  number: number,
): Promise<boolean> {
  const address: Address = computeAddressAtIndex(1_000 + (number % 4), 'local')
  const evidenceHash = toTestHash(number)
  await insertTestScore(direct, { address, evidenceHash })
  const request = { address, evidenceHash, reason: 'A visitor asked.', client: '127.0.0.1' }
  const { kind } = await requestAction(direct, { kind: 'publish', ...request })
  return kind === 'accepted'
}

/** Returns the seconds since the agent gave a sign of life, by the clock of the database. */
export async function readHeartbeatAge({ direct }: ScheduleWorld): Promise<number> {
  const { rows } = await direct.pool.query<{ age: number }>(
    `select extract(epoch from now() - recorded_at)::float8 as age from agent_heartbeat`,
  )
  return rows[0]?.age ?? Number.NaN
}
