import { addressAt } from '@app/values/account-index.ts'
import { RetryableError } from '@app/values/errors.ts'
import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { index, NO_ROWS } from '../../testing/ledger.ts'
import { hashOf } from '../testing/keep-score.ts'
import { type JudgedRun, keepRechecks } from './keep-rechecks.ts'
import { nextBlocks } from './recheck-cursor.ts'
import { scheduleRecheck } from './schedule-recheck.ts'

const wallet = (number: number) => addressAt(1000 + number, 'local')

const run = (number: number, runId: number): JudgedRun => ({
  address: wallet(number),
  runId: BigInt(runId),
  score: { score: 23.4, riskLevel: 'HIGH_RISK', evidenceHash: hashOf(1) },
})

async function openContext(rechecksPerDay: number): Promise<Context> {
  const opened = await createTestContext()
  return {
    ...opened,
    config: { ...opened.config, agent: { ...opened.config.agent, rechecksPerDay } },
  }
}

const kept = ({ db }: Context) =>
  db
    .selectFrom('agent_action')
    .select(['kind', 'occasion', 'status', 'reason', 'problem'])
    .orderBy('id')
    .execute()

describe('rechecks that were announced', () => {
  it('are queued, one for each run, under the evidence of the score', async () => {
    const context = await openContext(9)
    await keepRechecks(context, { fromHeight: 1, toHeight: 5 }, [run(1, 7), run(1, 8), run(2, 9)])
    expect(await kept(context)).toMatchObject([
      { kind: 'recheck', occasion: 'run 7', status: 'queued', problem: null },
      { occasion: 'run 8', status: 'queued' },
      {
        occasion: 'run 9',
        reason: 'Scheduled recheck 9 was due: the score is 23.4 (HIGH_RISK).',
      },
    ])
  })

  it('are not queued again when a run is met twice, and cost nothing then', async () => {
    const context = await openContext(1)
    await keepRechecks(context, { fromHeight: 1, toHeight: 5 }, [run(1, 7)])
    await keepRechecks(context, { fromHeight: 6, toHeight: 9 }, [run(1, 7)])
    expect(await kept(context)).toMatchObject([{ occasion: 'run 7', status: 'queued' }])
  })

  it.each([0, 2])('are kept as failed beyond the cap of a day, here %i', async (cap) => {
    const context = await openContext(cap)
    const runs = [run(1, 1), run(2, 2), run(3, 3)]
    await keepRechecks(context, { fromHeight: 1, toHeight: 5 }, runs)
    const statuses = (await kept(context)).map(({ status }) => status)
    expect(statuses).toEqual(runs.map((_, place) => (place < cap ? 'queued' : 'failed')))
    expect((await kept(context)).at(-1)?.problem).toContain(`Today ${cap} scheduled rechecks`)
  })

  it('have a new cap on the next UTC day', async () => {
    const context = await openContext(1)
    await keepRechecks(context, { fromHeight: 1, toHeight: 5 }, [run(1, 1)])
    await context.pool.query('update agent_budget set day = day - 1')
    await keepRechecks(context, { fromHeight: 6, toHeight: 7 }, [run(1, 2)])
    expect((await kept(context)).map(({ status }) => status)).toEqual(['queued', 'queued'])
  })

  it('are left to the other of two agents that took over the same blocks', async () => {
    const context = await openContext(9)
    await keepRechecks(context, { fromHeight: 1, toHeight: 5 }, [])
    const later = keepRechecks(context, { fromHeight: 3, toHeight: 9 }, [run(1, 7)])
    await expect(later).rejects.toThrow(RetryableError)
    expect(await kept(context)).toEqual([])
  })
})

describe('the next blocks to look at', () => {
  it('are none while nothing is indexed', async () => {
    expect(await nextBlocks((await openContext(1)).db)).toBeNull()
  })

  it('begin with the first indexed one, at most 250 at a time, and end with the last', async () => {
    const context = await openContext(1)
    await index(context, NO_ROWS, 300)
    const first = await nextBlocks(context.db)
    expect(first).toEqual({ fromHeight: 0, toHeight: 249 })
    await keepRechecks(context, { fromHeight: 0, toHeight: 249 }, [])
    expect(await nextBlocks(context.db)).toEqual({ fromHeight: 250, toHeight: 300 })
    await keepRechecks(context, { fromHeight: 250, toHeight: 300 }, [])
    expect(await nextBlocks(context.db)).toBeNull()
  })

  it('begin a day back where much more is indexed', async () => {
    const context = await openContext(1)
    await index(context, NO_ROWS, 1_000_000)
    expect((await nextBlocks(context.db))?.fromHeight).toBe(1_000_000 - 172_800)
  })
})

it('rechecks are scheduled once on the same evidence, and again when that failed', async () => {
  const context = await openContext(1)
  const request = { address: wallet(1), evidenceHash: hashOf(1), reason: 'It is suspected.' }
  const id = await scheduleRecheck(context, request)
  expect(await scheduleRecheck(context, request)).toBe(id)
  await context.pool.query(`update agent_action set status = 'failed', problem = 'why'`)
  expect(await scheduleRecheck(context, request)).toBe(id)
  expect(await kept(context)).toEqual([
    {
      kind: 'schedule_recheck',
      occasion: hashOf(1),
      status: 'queued',
      reason: 'It is suspected.',
      problem: null,
    },
  ])
})
