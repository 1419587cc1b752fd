import type { Address } from '@app/values/address.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAgentStages } from './agent/create-agent-stages.ts'
import { scheduleRecheck } from './agent/rechecks/schedule-recheck.ts'
import {
  isPost,
  isTipLookup,
  type ProxiedRequest,
  startFaultProxy,
} from './agent/testing/fault-proxy.ts'
import { toTestHash } from './agent/testing/insert-test-score.ts'
import { openRecheckChain, type RecheckChain } from './agent/testing/open-recheck-chain.ts'
import { startAgent } from './agent/testing/start-agent.ts'
import { readPublishTxId } from './api/answers/read-actions.ts'
import { createIndexerStages } from './indexer/create-indexer-stages.ts'
import type { Context } from './runtime/context.ts'
import { runUntilIdle } from './runtime/stage.ts'
import { createTestContext } from './testing/create-test-context.ts'

/** Long timeout: real processes and a local chain, possibly on a busy machine. */
vi.setConfig({ testTimeout: 90_000 })

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

let chain: RecheckChain

beforeAll(async () => {
  chain = await openRecheckChain()
})
afterAll(() => chain.emulator.stop())

/** Sets up tables and stages that start at the current block, and a watched wallet. */
async function setUpWatchedWallet(change: Partial<Context['config']['agent']> = {}) {
  const proxy = await startFaultProxy(chain.emulator.accessNodeUrl)
  onTestFinished(() => proxy.stop())
  const { height } = await chain.reader.getLatestBlock()
  const opened = await createTestContext({ accessNodeUrl: proxy.url, startHeight: height })
  const agentConfig = { ...opened.config.agent, ...change }
  const context: Context = { ...opened, config: { ...opened.config, agent: agentConfig } }
  const clock = { nowMs: 0 }
  const listStages = (plans: ReturnType<typeof createAgentStages>) =>
    plans.map(({ stage }) => stage)
  const indexer = listStages(createIndexerStages(context))
  const agent = listStages(
    createAgentStages({ context, account: chain.agent, now: () => clock.nowMs }),
  )
  const { address } = await chain.createAccount()
  const scene = {
    context,
    proxy,
    clock,
    address,
    index: () => runUntilIdle(indexer),
    work: () => runUntilIdle([...indexer, ...agent]),
    actions: () => readActions(context, address),
  }
  await scene.work()
  const request = { address, evidenceHash: toTestHash(1), reason: 'It is suspected.' }
  await scheduleRecheck(context, request)
  await scene.work()
  onTestFinished(() => chain.unwatch(address))
  return scene
}

const readActions = ({ db }: Context, address: Address) =>
  db.selectFrom('agent_action').selectAll().where('address', '=', address).orderBy('id').execute()

const isOverdueScript = ({ path, body }: ProxiedRequest) =>
  path.includes('/scripts') && decodeScript(body).includes('DharmaRecheck.overdue()')

const decodeScript = (body: string): string =>
  Buffer.from(String(JSON.parse(body).script), 'base64').toString('utf8')

describe('an address that is overdue', () => {
  it('is revived and runs at once, again after an hour when the fund was empty', async () => {
    const { context, clock, address, work, actions } = await setUpWatchedWallet()
    expect(await actions()).toMatchObject([{ kind: 'schedule_recheck', status: 'sealed' }])
    await chain.advanceTime(11 * MINUTE)
    clock.nowMs += 60_000
    await work()
    const since = Number(await chain.nextRun(address)) / 1e8
    expect((await actions()).slice(1)).toMatchObject([
      { kind: 'schedule_recheck', status: 'sealed', idempotency_key: `overdue since ${since}` },
    ])
    await chain.fund(1_000_000_000n)
    clock.nowMs += 60_000
    await work()
    expect(Number(await chain.nextRun(address)) / 1e8).toBe(since)
    await context.pool.query(`update agent_action set changed_at = now() - interval '61 minutes'`)
    clock.nowMs += 60_000
    await work()
    await chain.advanceTime(2)
    expect(await chain.dueRuns(address)).toHaveLength(1)
    expect(Number(await chain.nextRun(address)) / 1e8).toBeGreaterThan(since + DAY)
    expect(await actions()).toHaveLength(2)
  })

  it('is searched once a minute, not more often', async () => {
    const { proxy, clock, work } = await setUpWatchedWallet()
    const asked = () => proxy.requests.filter(isOverdueScript).length
    const before = asked()
    clock.nowMs += 59_999
    await work()
    expect(asked()).toBe(before)
    clock.nowMs += 1
    await work()
    expect(asked()).toBe(before + 1)
  })
})

describe('a recheck that the chain announces', () => {
  beforeAll(() => chain.fund(1_000_000_000n))

  it('is published once for each run, also when nothing changed', async () => {
    const { context, address, work, actions } = await setUpWatchedWallet()
    for (const rounds of [1, 2]) {
      await chain.advanceTime(DAY + 11 * MINUTE)
      expect(await chain.dueRuns(address)).toHaveLength(rounds)
      await work()
      await work()
    }
    const [first, second] = await chain.publications(address)
    const evidenceHash = String(second?.fields.evidenceHash)
    expect(evidenceHash).toBe(first?.fields.evidenceHash)
    expect(await readPublishTxId(context, { address, evidenceHash })).toBe(second?.txId)
    const runs = (await chain.dueRuns(address)).map(({ fields }) => `run ${fields.runId}`)
    const rechecks = (await actions()).filter(({ kind }) => kind === 'recheck')
    expect(rechecks).toMatchObject([
      { idempotency_key: runs[0], status: 'sealed', tx_id: first?.txId },
      { idempotency_key: runs[1], status: 'sealed', tx_id: second?.txId },
    ])
    expect(rechecks[0]?.reason).toMatch(/^Scheduled recheck \d+ was due: the score is \d/)
    expect(await chain.publications(address)).toHaveLength(2)
  })

  it('is stored as failed, with the reason, once the daily rechecks are used up', async () => {
    const { address, work, actions } = await setUpWatchedWallet({ rechecksPerDay: 1 })
    for (const _ of [1, 2]) await chain.advanceTime(DAY + 11 * MINUTE)
    await work()
    const statuses = (await actions()).filter(({ kind }) => kind === 'recheck')
    expect(statuses).toMatchObject([
      { status: 'sealed' },
      { status: 'failed', problem: expect.stringMatching(/^Today 1 scheduled rechecks/) },
    ])
    expect(await chain.publications(address)).toHaveLength(1)
  })
})

describe('a recheck is published exactly once when the agent is killed', () => {
  beforeAll(() => chain.fund(1_000_000_000n))

  const isRecheckLookup = ({ path }: ProxiedRequest) => path.includes('RecheckDue')
  const isHoldingsScript = ({ path }: ProxiedRequest) => /\/scripts\?block_height=\d/.test(path)

  it('between any two of its steps', async () => {
    const { context, proxy, address, index, actions } = await setUpWatchedWallet()
    await chain.advanceTime(DAY + 11 * MINUTE)
    await index()
    const start = () =>
      startAgent({
        databaseUrl: context.config.databaseUrl,
        accessNodeUrl: proxy.url,
        account: chain.agent,
      })
    const killAt = async (...[matches, fault]: Parameters<typeof proxy.injectFault>) => {
      const met = proxy.injectFault(matches, fault)
      const agent = start()
      await met
      await agent.kill()
    }
    await killAt(isRecheckLookup, 'hold answer')
    await killAt(isHoldingsScript, 'hold answer')
    expect(await actions()).toHaveLength(1)
    await killWhileQueueing(context, start)
    expect(await actions()).toHaveLength(1)
    await killAt(isTipLookup, 'hold')
    expect((await actions()).slice(1)).toMatchObject([{ kind: 'recheck', status: 'queued' }])
    await killAt(isPost, 'hold answer')
    start()
    await expect
      .poll(async () => (await actions())[1]?.status, { timeout: 25_000, interval: 50 })
      .toBe('sealed')
    expect(await actions()).toHaveLength(2)
    expect(await chain.publications(address)).toHaveLength(1)
  })
})

/**
 * Kills an agent in the transaction that queues an announced run, after it has moved the cursor.
 */
async function killWhileQueueing({ pool }: Context, start: () => ReturnType<typeof startAgent>) {
  const client = await pool.connect()
  await client.query('begin')
  await client.query('lock table agent_action in exclusive mode')
  const agent = start()
  try {
    const waiting = expect.poll(() => countWaitingToQueue(pool), { timeout: 20_000, interval: 50 })
    await waiting.toBeGreaterThan(0)
  } finally {
    await agent.kill()
    await client.query('rollback')
    client.release()
  }
}

async function countWaitingToQueue(pool: Context['pool']): Promise<number> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock'
     and query like '%insert into agent_action%' and datname = current_database()`,
  )
  return rows.length
}
