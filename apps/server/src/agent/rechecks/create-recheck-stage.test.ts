import type { BlockEvents } from '@app/flow/read/chain.ts'
import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type LoopbackResponse, startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { RetryableError } from '@app/values/errors.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { NO_ROWS, writeIndexedRows } from '../../testing/ledger.ts'
import { toTestHash } from '../testing/insert-test-score.ts'
import {
  createDeploymentCheck,
  enqueueRechecks,
  limitToWholeBlocks,
  type ScoredRun,
} from './create-recheck-stage.ts'
import { endRechecks, scheduleRecheck } from './schedule-recheck.ts'
import { findNextBlocks } from './write-recheck-cursor.ts'

const MISSING: LoopbackResponse = {
  status: 400,
  json: {
    code: 400,
    message: 'error: cannot find declaration `DharmaRecheck` in `f8d6e0586b0a20c7`',
  },
}
const FUND = JSON.stringify({ type: 'UFix64', value: '1.00000000' })
const DEPLOYED: LoopbackResponse = { json: Buffer.from(FUND).toString('base64') }

const DAY_MS = 86_400_000

it('a clock that was set back delays no check', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(MISSING, DEPLOYED)
  const context = await createTestContext()
  let nowMs = 2 * DAY_MS
  const flow = createFlowReader({ accessNodeUrl: node.url })
  const isDeployed = createDeploymentCheck({ ...context, flow }, () => nowMs)
  expect(await isDeployed()).toBe(false)
  nowMs -= DAY_MS
  expect(await isDeployed()).toBe(true)
})

it('a chain without the contract is checked once a minute, and logged once', async () => {
  const node = await startLoopbackServer()
  onTestFinished(() => node.stop())
  node.responses.push(MISSING, MISSING, DEPLOYED)
  const warnings: string[] = []
  const context = await createTestContext()
  context.log.warn = (...words: unknown[]) => void warnings.push(String(words[1]))
  let nowMs = 0
  const flow = createFlowReader({ accessNodeUrl: node.url })
  const isDeployed = createDeploymentCheck({ ...context, flow }, () => nowMs)
  const answers: boolean[] = []
  for (const atMs of [0, 59_999, 60_000, 119_999, 120_000, 120_001]) {
    nowMs = atMs
    answers.push(await isDeployed())
  }
  expect(answers).toEqual([false, false, false, false, true, true])
  expect(node.requests).toHaveLength(3)
  expect(warnings).toEqual(['DharmaRecheck is not deployed there yet: no recheck is scheduled'])
})

const wallet = (number: number) => computeAddressAtIndex(1000 + number, 'local')

const buildScoredRun = (number: number, runId: number): ScoredRun => ({
  address: wallet(number),
  runId: BigInt(runId),
  score: { score: 23.4, riskLevel: 'HIGH_RISK', evidenceHash: toTestHash(1) },
})

async function createContextWithCap(rechecksPerDay: number): Promise<Context> {
  const opened = await createTestContext()
  return {
    ...opened,
    config: { ...opened.config, agent: { ...opened.config.agent, rechecksPerDay } },
  }
}

const listActions = ({ db }: Context) =>
  db
    .selectFrom('agent_action')
    .select(['kind', 'idempotency_key', 'status', 'reason', 'problem'])
    .orderBy('id')
    .execute()

describe('rechecks that were announced', () => {
  it('are queued once per run, with the evidence of the score', async () => {
    const context = await createContextWithCap(9)
    await enqueueRechecks(context, { fromHeight: 1, toHeight: 5 }, [
      buildScoredRun(1, 7),
      buildScoredRun(1, 8),
      buildScoredRun(2, 9),
    ])
    expect(await listActions(context)).toMatchObject([
      { kind: 'recheck', idempotency_key: 'run 7', status: 'queued', problem: null },
      { idempotency_key: 'run 8', status: 'queued' },
      {
        idempotency_key: 'run 9',
        reason: `Scheduled recheck 9 of ${wallet(2)} was due: the score is 23.4 (HIGH_RISK).`,
      },
    ])
  })

  it('are not queued or counted again when a run is read twice', async () => {
    const context = await createContextWithCap(1)
    await enqueueRechecks(context, { fromHeight: 1, toHeight: 5 }, [buildScoredRun(1, 7)])
    await enqueueRechecks(context, { fromHeight: 6, toHeight: 9 }, [buildScoredRun(1, 7)])
    expect(await listActions(context)).toMatchObject([
      { idempotency_key: 'run 7', status: 'queued' },
    ])
  })

  it.each([0, 2])('are stored as failed above the daily cap, here %i', async (cap) => {
    const context = await createContextWithCap(cap)
    const runs = [buildScoredRun(1, 1), buildScoredRun(2, 2), buildScoredRun(3, 3)]
    await enqueueRechecks(context, { fromHeight: 1, toHeight: 5 }, runs)
    const statuses = (await listActions(context)).map(({ status }) => status)
    expect(statuses).toEqual(runs.map((_, place) => (place < cap ? 'queued' : 'failed')))
    expect((await listActions(context)).at(-1)?.problem).toContain(
      `Today ${cap} scheduled rechecks`,
    )
  })

  it('have a new cap on the next UTC day', async () => {
    const context = await createContextWithCap(1)
    await enqueueRechecks(context, { fromHeight: 1, toHeight: 5 }, [buildScoredRun(1, 1)])
    await context.pool.query('update agent_budget set day = day - 1')
    await enqueueRechecks(context, { fromHeight: 6, toHeight: 7 }, [buildScoredRun(1, 2)])
    expect((await listActions(context)).map(({ status }) => status)).toEqual(['queued', 'queued'])
  })

  it('are queued by only one of two agents that read the same blocks', async () => {
    const context = await createContextWithCap(9)
    await enqueueRechecks(context, { fromHeight: 1, toHeight: 5 }, [])
    const later = enqueueRechecks(context, { fromHeight: 3, toHeight: 9 }, [buildScoredRun(1, 7)])
    await expect(later).rejects.toThrow(RetryableError)
    expect(await listActions(context)).toEqual([])
  })
})

describe('the next blocks to read', () => {
  it('are none while nothing is indexed', async () => {
    expect(await findNextBlocks((await createContextWithCap(1)).db)).toBeNull()
  })

  it('begin with the first indexed one, at most 250 at a time, and end with the last', async () => {
    const context = await createContextWithCap(1)
    await writeIndexedRows(context, NO_ROWS, 300)
    const first = await findNextBlocks(context.db)
    expect(first).toEqual({ fromHeight: 0, toHeight: 249 })
    await enqueueRechecks(context, { fromHeight: 0, toHeight: 249 }, [])
    expect(await findNextBlocks(context.db)).toEqual({ fromHeight: 250, toHeight: 300 })
    await enqueueRechecks(context, { fromHeight: 250, toHeight: 300 }, [])
    expect(await findNextBlocks(context.db)).toBeNull()
  })

  it('begin one day back when more is indexed', async () => {
    const context = await createContextWithCap(1)
    await writeIndexedRows(context, NO_ROWS, 1_000_000)
    expect((await findNextBlocks(context.db))?.fromHeight).toBe(1_000_000 - 172_800)
  })
})

describe('rechecks of an address', () => {
  const request = {
    address: wallet(1),
    occasion: 'flagged 7',
    evidenceHash: toTestHash(1),
    reason: 'It is suspected.',
  }
  const fail = ({ pool }: Context, ago: string) =>
    pool.query(`update agent_action set status = 'failed', changed_at = now() - $1::interval`, [
      ago,
    ])

  it('are scheduled again although they failed later than now: the clock was set back', async () => {
    const context = await createContextWithCap(1)
    const first = await scheduleRecheck(context, request)
    await fail(context, '-1 day')
    expect(await scheduleRecheck(context, request)).toEqual(first)
  })

  it('are scheduled once on one occasion, and again an hour after that failed', async () => {
    const context = await createContextWithCap(1)
    const first = await scheduleRecheck(context, request)
    expect(first).toMatchObject({ kind: 'queued' })
    expect(await scheduleRecheck(context, request)).toEqual({ ...first, kind: 'waiting' })
    await fail(context, '59 minutes')
    expect(await scheduleRecheck(context, request)).toEqual({ ...first, kind: 'waiting' })
    await fail(context, '61 minutes')
    expect(await scheduleRecheck(context, request)).toEqual(first)
    expect(await listActions(context)).toMatchObject([
      { kind: 'schedule_recheck', idempotency_key: 'flagged 7', status: 'queued' },
    ])
  })

  it('are started within the cap of the day, and ended beyond it', async () => {
    const opened = await createTestContext()
    const agent = { ...opened.config.agent, schedulesPerDay: 1 }
    const context = { ...opened, config: { ...opened.config, agent } }
    expect(await scheduleRecheck(context, request)).toMatchObject({ kind: 'queued' })
    const other = { ...request, address: wallet(2) }
    expect(await scheduleRecheck(context, other)).toEqual({ kind: 'capped' })
    expect(await endRechecks(context, other)).toMatchObject({ kind: 'queued' })
  })
})

/** Builds a block that announces `count` rechecks. */
function buildBlock(height: number, count: number): BlockEvents {
  const place = { height, blockId: `${height}`, blockTimeMs: 0, type: '', txId: '', txIndex: 0 }
  const events = Array.from({ length: count }, (_, eventIndex) => ({
    ...place,
    eventIndex,
    fields: { address: computeAddressAtIndex(1000 + eventIndex, 'local'), runId: BigInt(height) },
  }))
  return { height, blockId: `${height}`, blockTimeMs: 0, events }
}

describe('the runs of one step', () => {
  it('are all runs that the blocks announce, those of a block by address', () => {
    const { runs, toHeight } = limitToWholeBlocks(
      [buildBlock(1, 2), buildBlock(2, 0), buildBlock(3, 1)],
      250,
    )
    expect(toHeight).toBe(250)
    expect(runs.map(({ runId }) => runId)).toEqual([1n, 1n, 3n])
    const inBlock = [1000, 1001].map((index) => computeAddressAtIndex(index, 'local'))
    expect(runs.slice(0, 2).map(({ address }) => address)).toEqual(inBlock.sort())
  })

  it('end with a whole block once there are twenty', () => {
    const { runs, toHeight } = limitToWholeBlocks(
      [buildBlock(1, 19), buildBlock(2, 30), buildBlock(3, 1)],
      250,
    )
    expect([runs.length, toHeight]).toEqual([49, 2])
  })
})
