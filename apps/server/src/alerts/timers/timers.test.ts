import { describe, expect, it } from 'vitest'
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
