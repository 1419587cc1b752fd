import { startLoopbackServer } from '@app/flow/testing/loopback-server.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import { readInbox } from '../subscriptions/inbox.ts'
import {
  buildAccusedNotice,
  insertAgentNotice,
  NOTICE_MS,
  TEST_STATEMENT,
} from '../testing/insert-agent-notice.ts'
import { insertTip } from '../testing/insert-tip.ts'
import { type AlertScene, MALLORY, OTHER_OWNER, OWNER, openScene } from '../testing/open-scene.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Of a database on the same machine. */
const CLOCK_MS = 1_000

async function openCase({ context }: AlertScene, caseId = 'case-1') {
  await context.db
    .insertInto('agent_case')
    .values({
      address: MALLORY,
      case_id: caseId,
      reason_code: 'listed',
      opened_ms: NOTICE_MS,
      evidence_hash: 'e'.repeat(64),
      statement: JSON.stringify(TEST_STATEMENT),
      cleared_ms: null,
      cleared_cause: null,
      clearance: null,
    })
    .execute()
  await insertAgentNotice(context, { address: MALLORY, notice: buildAccusedNotice(), caseId })
}

const moveTo = async (scene: AlertScene, ms: number) => {
  await insertTip(scene.context, ms)
  await scene.alerts.step('alert times')
  await scene.settle()
}

const listTypes = ({ receiver }: AlertScene) => receiver.messages().map(({ type }) => type)

describe('a reminder', () => {
  it('comes once in 24 hours of block time, while the case is open', async () => {
    const scene = await openScene()
    await openCase(scene)
    await scene.settle()
    await moveTo(scene, NOTICE_MS + DAY_MS - 1)
    expect(listTypes(scene)).toEqual(['wallet.accused'])
    await moveTo(scene, NOTICE_MS + DAY_MS)
    await moveTo(scene, NOTICE_MS + DAY_MS + HOUR_MS)
    expect(listTypes(scene)).toEqual(['wallet.accused', 'wallet.reminder'])
    expect(scene.receiver.messages()[1]?.data).toMatchObject({
      address: MALLORY,
      caseId: 'case-1',
      reasonCode: 'listed',
      openSince: '2026-11-22T12:00:00.000Z',
      checkedAt: '2026-11-23T12:00:00.000Z',
      expiresAt: '2026-11-24T12:00:00.000Z',
      statement: { score: 12.4 },
    })
    await moveTo(scene, NOTICE_MS + 2 * DAY_MS)
    expect(listTypes(scene)).toHaveLength(3)
    await scene.context.pool.query(
      `update agent_case set cleared_ms = $1, cleared_cause = 'recheck'`,
      [NOTICE_MS + 2 * DAY_MS],
    )
    await moveTo(scene, NOTICE_MS + 5 * DAY_MS)
    expect(listTypes(scene)).toHaveLength(3)
  })

  it('comes once after a jump of the chain over many days', async () => {
    const scene = await openScene()
    await openCase(scene)
    await scene.settle()
    await moveTo(scene, NOTICE_MS + 30 * DAY_MS)
    await moveTo(scene, NOTICE_MS + 30 * DAY_MS + 1)
    expect(listTypes(scene)).toEqual(['wallet.accused', 'wallet.reminder'])
  })

  it('comes to who began to watch later, a day after that', async () => {
    const scene = await openScene()
    await openCase(scene)
    await scene.settle()
    const sinceMs = NOTICE_MS + 10 * HOUR_MS
    await scene.context.db
      .insertInto('alert_watch')
      .values({ owner: OTHER_OWNER, address: MALLORY, since_ms: sinceMs })
      .execute()
    await moveTo(scene, sinceMs + DAY_MS - 1)
    expect(await readInbox(scene.context, { owner: OTHER_OWNER, limit: 9 })).toEqual([])
    await moveTo(scene, sinceMs + DAY_MS)
    expect(await readInbox(scene.context, { owner: OTHER_OWNER, limit: 9 })).toMatchObject([
      { message: { type: 'wallet.reminder' } },
    ])
  })
})

describe('a dormant wallet', () => {
  const sign = async ({ context }: AlertScene, ms: number) => {
    await context.pool.query(
      `insert into chain_transaction values ($1, $2, 0, $3, $4, false, false, true)`,
      [MALLORY, Math.floor(ms / 1000), 'ab'.repeat(32), ms],
    )
  }

  it.each([
    [89, []],
    [90, ['wallet.active_again']],
    [400, ['wallet.active_again']],
  ])('that signs again after %i days: %j', async (days, types) => {
    const scene = await openScene()
    await sign(scene, NOTICE_MS)
    await moveTo(scene, NOTICE_MS)
    await sign(scene, NOTICE_MS + days * DAY_MS)
    await moveTo(scene, NOTICE_MS + days * DAY_MS)
    await moveTo(scene, NOTICE_MS + days * DAY_MS + 1)
    expect(listTypes(scene)).toEqual(types)
    if (types.length === 0) return
    expect(scene.receiver.messages()[0]?.data).toMatchObject({
      address: MALLORY,
      lastActiveAt: '2026-11-22T12:00:00.000Z',
      quietDays: days,
    })
  })

  it('that was not watched before is not one', async () => {
    const scene = await openScene()
    await sign(scene, NOTICE_MS)
    await sign(scene, NOTICE_MS + 200 * DAY_MS)
    await moveTo(scene, NOTICE_MS + 200 * DAY_MS)
    expect(listTypes(scene)).toEqual([])
  })

  it('that nobody watched in between does not count as dormant then', async () => {
    const scene = await openScene()
    await sign(scene, NOTICE_MS)
    await moveTo(scene, NOTICE_MS)
    await scene.context.pool.query('delete from alert_watch')
    await moveTo(scene, NOTICE_MS + 1)
    await sign(scene, NOTICE_MS + 200 * DAY_MS)
    await scene.watch(OWNER, MALLORY)
    await moveTo(scene, NOTICE_MS + 200 * DAY_MS)
    expect(listTypes(scene)).toEqual([])
  })
})

describe('the heartbeat of the pipeline', () => {
  const beat = async (scene: AlertScene) => {
    await scene.alerts.step('pipeline heartbeat')
    await scene.settle()
  }
  const pass = ({ context }: AlertScene, minutes: number) =>
    context.pool.query(
      `update alert_pipeline set height_at = height_at - make_interval(mins => $1),
         in_step_at = in_step_at - make_interval(mins => $1)`,
      [minutes],
    )
  /** The node of these scenes does not answer. */
  const openBeating = async () => {
    const scene = await openScene()
    await insertTip(scene.context, NOTICE_MS)
    await beat(scene)
    return scene
  }

  it('tells every subscriber once that blocks stay away, and once that they come', async () => {
    const fromMs = Date.now()
    const scene = await openBeating()
    const toMs = Date.now()
    await scene.watch(OTHER_OWNER, toTestAddress(77))
    await pass(scene, 9)
    await beat(scene)
    expect(listTypes(scene)).toEqual([])
    await pass(scene, 2)
    await beat(scene)
    await pass(scene, 60)
    await beat(scene)
    expect(listTypes(scene)).toEqual(['pipeline.delayed'])
    const inbox = await readInbox(scene.context, { owner: OTHER_OWNER, limit: 9 })
    expect(inbox).toMatchObject([{ message: { type: 'pipeline.delayed' } }])
    const since = String(scene.receiver.messages()[0]?.data.delayedSince)
    const beganMs = Date.parse(since) + 11 * 60_000
    expect(beganMs).toBeGreaterThanOrEqual(fromMs - CLOCK_MS)
    expect(beganMs).toBeLessThanOrEqual(toMs + CLOCK_MS)
    await insertTip(scene.context, NOTICE_MS + 1)
    await pass(scene, -60)
    await beat(scene)
    await beat(scene)
    expect(listTypes(scene)).toEqual(['pipeline.delayed', 'pipeline.recovered'])
    expect(scene.receiver.messages()[1]?.data.delayedSince).toBe(since)
    await pass(scene, 11)
    await beat(scene)
    expect(listTypes(scene)).toHaveLength(3)
  })

  it('tells of blocks that stay away although the clock was set back meanwhile', async () => {
    const scene = await openBeating()
    await pass(scene, -24 * 60)
    await beat(scene)
    await pass(scene, 11)
    await beat(scene)
    expect(listTypes(scene)).toEqual(['pipeline.delayed'])
  })

  it('tells of blocks that come, but stay far behind the node', async () => {
    const scene = await openBeating()
    for (let round = 0; round < 4; round += 1) {
      await insertTip(scene.context, NOTICE_MS + round)
      await scene.context.pool.query('update chain_cursor set node_height = to_height + 100')
      await beat(scene)
      await pass(scene, 5)
    }
    expect(listTypes(scene)).toEqual(['pipeline.delayed'])
  })

  it('is quiet on a local chain that makes no blocks', async () => {
    const node = await startLoopbackServer()
    onTestFinished(() => node.stop())
    const setHeight = (height: number) => {
      const header = { id: 'ab'.repeat(32), parent_id: 'cd'.repeat(32), height: String(height) }
      const json = [{ header: { ...header, timestamp: '2026-11-22T12:00:00Z' } }]
      node.responses.splice(0, 1, { json })
    }
    const scene = await openScene({ accessNodeUrl: node.url })
    await insertTip(scene.context, NOTICE_MS)
    const [cursor] = await scene.context.db.selectFrom('chain_cursor').selectAll().execute()
    setHeight(cursor!.to_height)
    await beat(scene)
    await pass(scene, 60)
    await beat(scene)
    expect(listTypes(scene)).toEqual([])
    setHeight(cursor!.to_height + 5)
    await pass(scene, 60)
    await beat(scene)
    expect(listTypes(scene)).toEqual(['pipeline.delayed'])
  })
})
