import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { type ActionRequest, requestAction } from './request-action.ts'
import { toTestHash } from './testing/insert-test-score.ts'
import { queueAction } from './write-action.ts'
import { recordHeartbeat } from './write-heartbeat.ts'

const AGENT = computeAddressAtIndex(50, 'local')
const wallet = (number: number) => computeAddressAtIndex(1000 + number, 'local')

const buildRequest = (change: Partial<ActionRequest> = {}): ActionRequest => ({
  kind: 'publish',
  address: wallet(1),
  evidenceHash: toTestHash(1),
  reason: 'A visitor asked.',
  client: '192.0.2.1',
  ...change,
})

/** Creates a context with a recent agent heartbeat and small budgets. */
async function createContextWithBudget(
  publishBudget = { perClient: 2, total: 3 },
): Promise<Context> {
  const opened = await createTestContext()
  await recordHeartbeat(opened.db, AGENT)
  return {
    ...opened,
    config: { ...opened.config, agent: { ...opened.config.agent, publishBudget } },
  }
}

/** Moves the sign of life to the past, or to the future as when the clock is set back. */
const moveHeartbeat = ({ pool }: Context, by: string) =>
  pool.query('update agent_heartbeat set recorded_at = recorded_at + $1::interval', [by])

/** Updates an action as the outbox does when the chain has sealed it. */
async function markSealed({ db }: Context, actionId: number, height: number): Promise<void> {
  await db
    .updateTable('agent_action')
    .set({ status: 'sealed', tx_id: 'f'.repeat(64), sealed_height: height })
    .where('id', '=', actionId)
    .execute()
}

async function requestActionId(context: Context, asked: ActionRequest): Promise<number> {
  const outcome = await requestAction(context, asked)
  if (outcome.kind !== 'accepted') throw new Error(`the outcome was ${outcome.kind}`)
  return outcome.actionId
}

/** Queues an action as a scheduler run does. */
const queueRecheck = ({ db }: Context, number: number) =>
  queueAction(db, {
    kind: 'recheck',
    address: wallet(1),
    idempotencyKey: `run ${number}`,
    evidenceHash: toTestHash(number),
    reason: 'A recheck was due.',
  })

const readActionStatus = async ({ db }: Context, id: number) =>
  await db
    .selectFrom('agent_action')
    .select(['status', 'tx_id', 'attempts', 'problem'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('a request for an action', () => {
  it('that many clients make concurrently is one action', async () => {
    const context = await createContextWithBudget({ perClient: 1, total: 1 })
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => requestActionId(context, buildRequest())),
    )
    expect(new Set(ids).size).toBe(1)
  })

  it('that was fulfilled returns the same action again, without an agent and without budget', async () => {
    const context = await createContextWithBudget({ perClient: 1, total: 1 })
    const id = await requestActionId(context, buildRequest())
    await markSealed(context, id, 10)
    await context.db.deleteFrom('agent_heartbeat').execute()
    expect(await requestActionId(context, buildRequest({ client: '192.0.2.9' }))).toBe(id)
    expect(await readActionStatus(context, id)).toMatchObject({
      status: 'sealed',
      tx_id: 'f'.repeat(64),
    })
  })

  it('that failed is queued again as the same action', async () => {
    const context = await createContextWithBudget()
    const id = await requestActionId(context, buildRequest())
    await context.db
      .updateTable('agent_action')
      .set({ status: 'failed', attempts: 3, problem: 'why' })
      .execute()
    expect(await requestActionId(context, buildRequest())).toBe(id)
    expect(await readActionStatus(context, id)).toEqual({
      status: 'queued',
      tx_id: null,
      attempts: 0,
      problem: null,
    })
  })

  it('is queued again when newer evidence was published since', async () => {
    const context = await createContextWithBudget({ perClient: 9, total: 9 })
    const first = await requestActionId(context, buildRequest())
    await markSealed(context, first, 10)
    const second = await requestActionId(context, buildRequest({ evidenceHash: toTestHash(2) }))
    await markSealed(context, second, 20)
    expect(await requestActionId(context, buildRequest())).toBe(first)
    expect(await readActionStatus(context, first)).toMatchObject({ status: 'queued', tx_id: null })
    expect(await readActionStatus(context, second)).toMatchObject({ status: 'sealed' })
  })

  it('is queued again when an account other than the agent’s signed it', async () => {
    const context = await createContextWithBudget({ perClient: 9, total: 9 })
    const id = await requestActionId(context, buildRequest())
    await context.pool.query(
      `insert into agent_transaction (address, tx_id, action_id, key_address, key_index,
         sequence_number, reference_height, signed, outcome, ended_at)
       values ($1, $2, $3, $4, 0, 0, 1, '{}', 'sealed', now())`,
      [wallet(1), 'f'.repeat(64), id, AGENT],
    )
    await markSealed(context, id, 10)
    expect(await requestActionId(context, buildRequest())).toBe(id)
    expect(await readActionStatus(context, id)).toMatchObject({ status: 'sealed' })
    await recordHeartbeat(context.db, computeAddressAtIndex(51, 'local'))
    expect(await requestActionId(context, buildRequest())).toBe(id)
    expect(await readActionStatus(context, id)).toMatchObject({ status: 'queued', tx_id: null })
  })

  it('is fulfilled by a recheck that publishes the same evidence, and undone by one of other evidence', async () => {
    const context = await createContextWithBudget({ perClient: 9, total: 9 })
    const first = await requestActionId(context, buildRequest())
    await markSealed(context, first, 10)
    const same = await queueRecheck(context, 1)
    expect(await requestActionId(context, buildRequest())).toBe(same)
    await markSealed(context, same, 20)
    expect(await requestActionId(context, buildRequest())).toBe(same)
    const other = await queueRecheck(context, 2)
    await markSealed(context, other, 30)
    expect(await requestActionId(context, buildRequest())).toBe(first)
    expect(await readActionStatus(context, first)).toMatchObject({ status: 'queued' })
    await context.pool.query(`update agent_action set status = 'sent' where id = ${first}`)
    expect(await requestActionId(context, buildRequest())).toBe(first)
    expect(await readActionStatus(context, first)).toMatchObject({ status: 'sent' })
  })

  it('is refused while no agent is running', async () => {
    const context = await createContextWithBudget()
    await context.db
      .updateTable('agent_heartbeat')
      .set({ recorded_at: new Date(Date.now() - 600_000) })
      .execute()
    expect(await requestAction(context, buildRequest())).toEqual({ kind: 'agent_unavailable' })
    expect(await context.db.selectFrom('agent_action').selectAll().execute()).toEqual([])
  })
})

describe('the budgets of a day', () => {
  const setBlockTime = async ({ pool }: Context, time: string) => {
    await pool.query(
      `insert into chain_cursor (direction, from_height, to_height, block_ms, node_height)
       values ('live', 0, 1, $1, 1)
       on conflict (direction) do update set block_ms = excluded.block_ms`,
      [Date.parse(time)],
    )
  }

  const requestAs = (context: Context, number: number, visitor: string) =>
    requestAction(context, buildRequest({ address: wallet(number), client: visitor }))

  it('hold for concurrent requests', async () => {
    const context = await createContextWithBudget({ perClient: 100, total: 5 })
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    const outcomes = await Promise.all(
      numbers.map((number) => requestAs(context, number, `v${number}`)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(5)
  })

  it('are those of the chain’s day: the wall clock brings none, the next block of a day does', async () => {
    const context = await createContextWithBudget({ perClient: 1, total: 1 })
    await setBlockTime(context, '2026-03-01T23:59:00Z')
    await requestAs(context, 1, 'a')
    const refused = await requestAs(context, 2, 'a')
    expect(refused).toEqual({ kind: 'budget_exhausted', scope: 'all', limit: 1, secondsLeft: 60 })
    await setBlockTime(context, '2026-03-01T23:59:59.700Z')
    expect(await requestAs(context, 2, 'a')).toMatchObject({ secondsLeft: 1 })
    await setBlockTime(context, '2026-03-02T00:00:00Z')
    expect(await requestAs(context, 2, 'a')).toMatchObject({ kind: 'accepted' })
    const { rows } = await context.pool.query('select distinct day::text from agent_budget')
    expect(rows).toEqual([{ day: '2026-03-02' }])
  })

  it('store no client’s identity', async () => {
    const context = await createContextWithBudget()
    await requestAs(context, 1, '192.0.2.77')
    const { rows } = await context.pool.query('select client_hash from agent_budget')
    expect(JSON.stringify(rows)).not.toContain('192.0.2.77')
  })
})

describe('a sign of life from before the clock was set back', () => {
  it('is replaced by the next one', async () => {
    const context = await createContextWithBudget()
    await moveHeartbeat(context, '1 day')
    await recordHeartbeat(context.db, AGENT)
    expect(await requestAction(context, buildRequest())).toMatchObject({ kind: 'accepted' })
    await moveHeartbeat(context, '-2 minutes')
    expect(await requestAction(context, buildRequest({ evidenceHash: toTestHash(2) }))).toEqual({
      kind: 'agent_unavailable',
    })
  })
})
