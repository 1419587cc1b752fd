import { createHash } from 'node:crypto'
import type { Transaction } from '@app/flow/send/transaction.ts'
import { computeEvidenceHash } from '@app/score/canonical/evidence-hash.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { FatalError } from '@app/values/errors.ts'
import { expect, inject, it } from 'vitest'
import { requestAction } from '../../agent/request-action.ts'
import {
  type FaultProxy,
  injectRandomFaults,
  isPost,
  type RandomFaults,
  startFaultProxy,
} from '../../agent/testing/fault-proxy.ts'
import { insertTestScore, toTestHash } from '../../agent/testing/insert-test-score.ts'
import { recordHeartbeat } from '../../agent/write-heartbeat.ts'
import { type Config, readConfig } from '../../config.ts'
import { loadFactsFromAllBlocks } from '../../facts/load-facts.ts'
import { getDecoding } from '../../indexer/decode/decoding.ts'
import { createLiveStage } from '../../indexer/stages/create-live-stage.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import { type Context, closeContext, createContext } from '../../runtime/context.ts'
import { isRetryable, runUntilIdle } from '../../runtime/stage.ts'
import { trackAccount } from '../../scorer/tracked-accounts.ts'
import { type Server, startServer } from '../../server.ts'
import { copyDatabase } from '../create-test-database.ts'
import { dumpSums } from '../dump-sums.ts'
import { buildSeededChain, type SeededChain } from './seeded-chain/build-seeded-chain.ts'
import { type SeededNode, startSeededNode } from './seeded-chain/seeded-node.ts'

/** The account that publishes; its keys are only here. */
const SENDER = { address: computeAddressAtIndex(50, 'local'), privateKeyHex: '7'.repeat(64) }

/** Where the tip is while faults strike. Every block is judged before the next ones are visible, or after 40 failures. */
const TIPS = [30, 31, 55, 70]
const ATTEMPTS = 40

/** Blocks after which the pipeline works without faults: a forgotten transaction is sent again after ten. */
const CATCH_UP = [1, 12, 13, 14, 24]
const RECOVERIES = 20

const BLOCKS = Math.max(...TIPS) + Math.max(...CATCH_UP) + 1

/** Of the chain and of the faults. */
const SEED = 1

/** How the index begins: with the first block, in the middle with back-fill below, or with blocks of an earlier decoding. */
type Beginning = 'first block' | 'middle' | 'earlier decoding'

interface Scene extends Omit<RandomFaults, 'seed'> {
  name: string
  beginning: Beginning
  place: 'node' | 'database'
  /** Whether the fault stays for good. */
  stays?: boolean
}

const ofStatement: Scene['rate'] = ({ path }) => (path === 'commit' ? 0.03 : 0.001)

const SCENES: readonly Scene[] = [
  {
    name: 'connections to PostgreSQL break, before and after statements',
    beginning: 'middle',
    place: 'database',
    kinds: ['cut', 'cut answer'],
    rate: ofStatement,
  },
  {
    name: 'the process ends, before and after statements',
    beginning: 'first block',
    place: 'database',
    kinds: ['crash', 'crash answer'],
    rate: ofStatement,
  },
  {
    name: 'the process ends while blocks are read again',
    beginning: 'earlier decoding',
    place: 'database',
    kinds: ['crash', 'crash answer'],
    rate: ofStatement,
  },
  {
    name: 'the node is busy, forgets what was sent, or breaks connections',
    beginning: 'middle',
    place: 'node',
    kinds: ['busy', 'cut', 'cut answer'],
    rate: (request) => (isPost(request) ? 0.3 : 0.05),
  },
  {
    name: 'no answer to a sent transaction arrives',
    beginning: 'first block',
    place: 'node',
    kinds: ['cut answer'],
    rate: (request) => (isPost(request) ? 1 : 0),
    stays: true,
  },
]

/** The outcomes without faults. */
const undisturbed = new Map<Beginning, Promise<Outcome>>()

// Most of a run is waiting, because calls of a node are limited by the second.
it.concurrent.each(SCENES)(
  'leaves the same rows, sums, scores and transactions as without faults when $name',
  { timeout: 1_200_000 },
  async (scene) => {
    const beginning = scene.beginning === 'middle' ? 'middle' : 'first block'
    const expected = undisturbed.get(beginning) ?? run(beginning, null)
    undisturbed.set(beginning, expected)
    const [outcome, wanted] = await Promise.all([run(scene.beginning, scene), expected])
    expect(wanted.chain_coa?.join(), 'accounts in the EVM change hands').toMatch(HANDED_OVER)
    for (const [topic, lines] of Object.entries(wanted))
      expect(outcome[topic], topic).toEqual(lines)
  },
)

/** Lets the chain grow while faults strike, then without, and reads what became of it. */
async function run(beginning: Beginning, scene: Scene | null): Promise<Outcome> {
  await using undo = new AsyncDisposableStack()
  const world = await openWorld(beginning, undo)
  const { node, direct } = world
  const count =
    scene === null
      ? () => 1
      : injectRandomFaults(world.proxies[scene.place], { ...scene, seed: SEED })
  for (const [index, tip] of TIPS.entries()) {
    node.setTip(tip)
    await requestPublication(direct, index)
    await work(world, ATTEMPTS)
  }
  expect(count()).toBeGreaterThan(0)
  if (scene?.stays !== true) for (const proxy of Object.values(world.proxies)) proxy.clearFaults()
  for (const blocks of CATCH_UP) {
    node.setTip(Math.max(...TIPS) + blocks)
    expect(await work(world, RECOVERIES), 'the pipeline is idle again').toBe(true)
  }
  return await readOutcome(world)
}

interface World {
  seededChain: SeededChain
  node: SeededNode
  proxies: Readonly<Record<Scene['place'], FaultProxy>>
  /** The database without the proxy. */
  direct: Context
  /** The configuration of the server, which sees node and database through the proxies. */
  config: Config
  server: Server | null
}

async function openWorld(beginning: Beginning, undo: AsyncDisposableStack): Promise<World> {
  const seededChain = buildSeededChain(SEED, BLOCKS)
  const node = await startSeededNode({ seededChain, sender: SENDER, keyCount: 6 })
  undo.defer(() => node.stop())
  const database = await copyDatabase(inject('templateUrl'))
  undo.defer(() => database.drop())
  const proxies = {
    node: await startFaultProxy(node.url),
    database: await startFaultProxy(database.url),
  }
  for (const proxy of Object.values(proxies)) undo.defer(() => proxy.stop())
  const toConfig = (accessNodeUrl: string, databaseUrl: string) => ({
    ...readConfig({
      FLOW_NETWORK: 'local',
      FLOW_ACCESS_NODE: accessNodeUrl,
      FLOW_START_HEIGHT: beginning === 'middle' ? 'recent' : '0',
      LOG_LEVEL: 'silent',
    }),
    databaseUrl,
  })
  const direct = createContext(toConfig(node.url, database.url))
  undo.defer(() => closeContext(direct))
  const config = toConfig(proxies.node.url, proxies.database.url)
  const world: World = { seededChain, node, proxies, direct, config, server: null }
  undo.defer(async () => void (await world.server?.stop()))
  await recordHeartbeat(direct.db, SENDER.address)
  const label = { kind: 'scam', source: 'test', confidence: 1, reason: 'stole' } as const
  await upsertLabel(direct, { ...label, address: seededChain.thief })
  for (const account of seededChain.accounts) await trackAccount(direct.db, account, 'client')
  if (beginning === 'middle') await beginInTheMiddle(world)
  if (beginning === 'earlier decoding') await beginWithEarlierDecoding(world)
  return world
}

/** Stores the cursor of a server that was started when the first tip was a day old. */
async function beginInTheMiddle({ direct, seededChain }: World): Promise<void> {
  const block = seededChain.blocks[TIPS[0] ?? 0]
  if (block === undefined) throw new RangeError('the chain is too short')
  const { height, parentId, timestamp } = block
  await direct.pool.query(`insert into chain_cursor values ('live', $1, $2, $3, $3, $4, $1)`, [
    height,
    height - 1,
    parentId,
    Date.parse(timestamp),
  ])
}

/** Indexes the blocks up to the first tip as the version did that knew nothing of the EVM. */
async function beginWithEarlierDecoding({ direct, node }: World): Promise<void> {
  node.setTip(TIPS[0] ?? 0)
  await runUntilIdle([createLiveStage(direct, getDecoding(1))])
}

async function requestPublication(direct: Context, number: number): Promise<void> {
  const address = computeAddressAtIndex(1_000 + number, 'local')
  const evidenceHash = toTestHash(number)
  await insertTestScore(direct, { address, evidenceHash })
  const request = { address, evidenceHash, reason: 'A visitor asked.', client: '127.0.0.1' }
  const { kind } = await requestAction(direct, { kind: 'publish', ...request })
  expect(kind).toBe('accepted')
}

/** Runs every stage until all are idle, and after a failure again; returns whether they are after so many. */
async function work(world: World, attempts: number): Promise<boolean> {
  const { config, proxies } = world
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      world.server ??= await startServer(config, ['indexer', 'scorer', 'agent'], {
        isManual: true,
        agent: SENDER,
      })
      await world.server.drain()
      return true
    } catch (error) {
      if (proxies.database.isCrashed()) {
        await world.server?.stop()
        world.server = null
        proxies.database.revive()
      } else if (world.server === null) expect(error).toBeInstanceOf(FatalError)
      else expect(isRetryable(error), String(error)).toBe(true)
    }
  }
  return false
}

/** Everything that must be the same with and without faults, as lines by topic. */
type Outcome = Readonly<Record<string, readonly string[]>>

const RAW_TABLES = [
  ...['chain_transfer', 'chain_nft_move', 'chain_account_event', 'chain_transaction'],
  ...['chain_account', 'chain_decoded', 'chain_coa', 'chain_coa_act', 'chain_coa_move'],
  ...['chain_coa_rewrite', 'chain_evm_transaction', 'chain_evm_skipped', 'chain_stake_act'],
  ...['chain_child_act', 'chain_contract_event', 'chain_publisher', 'chain_cursor'],
  'chain_unverified_transfer',
]

/** An owner whose time ended. */
const HANDED_OVER = /"owner": "0x[^}]*"is_shared": true/

const LINES = {
  /** Without the time of the evaluation: between two changes of the account it may be that of any block. */
  scores: `
    select distinct on (address) concat_ws(' ', address, version, score, risk_level, inputs - 'asOfSeconds') as line
    from score_result where inputs <> '{}' order by address, seq desc`,
  actions: `
    select concat_ws(' ', kind, address, status, evidence_hash) as line
    from agent_action where evidence_hash like 'aaaa%' order by 1`,
  entries: `
    select concat_ws(' ', entry.address, entry.action, entry.success) as line
    from agent_entry entry
    join agent_action asked on asked.address = entry.address and asked.id = entry.action_id
    where asked.evidence_hash like 'aaaa%' order by 1`,
}

async function readOutcome({ direct, node, seededChain }: World): Promise<Outcome> {
  const read = async (sql: string) =>
    (await direct.pool.query<{ line: string }>(sql)).rows.map(({ line }) => line)
  const evidence: string[] = []
  for (const address of seededChain.accounts) {
    const query = { address, network: 'local', decoding: direct.rules.current.decoding } as const
    const { facts } = await loadFactsFromAllBlocks(direct.db, query)
    evidence.push(`${address} ${computeEvidenceHash(facts)}`)
  }
  return {
    ...(await dumpSums(direct.pool)),
    ...(await dumpSums(direct.pool, RAW_TABLES)),
    evidence,
    scores: await read(LINES.scores),
    actions: await read(LINES.actions),
    entries: await read(LINES.entries),
    executed: node.ledger.executed.map(({ transaction }) => describe(transaction)).sort(),
  }
}

/** A publication in full; of other calls the address, because their texts may name any block. */
function describe({ cadence, args }: Transaction): string {
  const isPublication = args.some((argument) => argument.includes('aaaa'))
  const hash = createHash('sha256').update(cadence).digest('hex').slice(0, 12)
  return [hash, ...(isPublication ? args : args.slice(0, 1))].join(' ')
}
