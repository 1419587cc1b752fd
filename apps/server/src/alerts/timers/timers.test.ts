import { describe, expect, it } from 'vitest'
import { readInbox } from '../subscriptions/inbox.ts'
import {
  buildAccusedNotice,
  insertAgentNotice,
  NOTICE_MS,
  TEST_STATEMENT,
} from '../testing/insert-agent-notice.ts'
import { type AlertScene, MALLORY, OTHER_OWNER, OWNER, openScene } from '../testing/open-scene.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Opens a case about mallory, of which its subscribers are told. */
async function openAccused(): Promise<AlertScene> {
  const scene = await openScene()
  const { context } = scene
  await context.pool.query(
    `insert into agent_case (address, case_id, reason_code, opened_ms, evidence_hash, statement)
     values ($1, 'case-1', 'listed', $2, 'e', $3)`,
    [MALLORY, NOTICE_MS, TEST_STATEMENT],
  )
  const accused = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
  await insertAgentNotice(context, accused)
  await scene.settle()
  return scene
}

describe('a reminder', () => {
  it('comes once in 24 hours of block time, while the case is open', async () => {
    const { context, moveTo, types, receiver } = await openAccused()
    await moveTo(NOTICE_MS + DAY_MS - 1)
    expect(types()).toEqual(['wallet.accused'])
    await moveTo(NOTICE_MS + DAY_MS)
    await moveTo(NOTICE_MS + DAY_MS + HOUR_MS)
    expect(types()).toEqual(['wallet.accused', 'wallet.reminder'])
    expect(receiver.messages()[1]?.data).toMatchObject({
      address: MALLORY,
      caseId: 'case-1',
      reasonCode: 'listed',
      openSince: '2026-11-22T12:00:00.000Z',
      checkedAt: '2026-11-23T12:00:00.000Z',
      expiresAt: '2026-11-24T12:00:00.000Z',
      statement: { score: 12.4 },
    })
    // Once after a jump of the chain, too.
    await moveTo(NOTICE_MS + 30 * DAY_MS)
    await moveTo(NOTICE_MS + 30 * DAY_MS + 1)
    expect(types()).toHaveLength(3)
    const cleared = `update agent_case set cleared_ms = $1, cleared_cause = 'recheck'`
    await context.pool.query(cleared, [NOTICE_MS + 30 * DAY_MS])
    await moveTo(NOTICE_MS + 35 * DAY_MS)
    expect(types()).toHaveLength(3)
  })

  it('comes to who began to watch later, a day after that', async () => {
    const { context, moveTo } = await openAccused()
    const sinceMs = NOTICE_MS + 10 * HOUR_MS
    const watch = { owner: OTHER_OWNER, address: MALLORY, since_ms: sinceMs }
    await context.db.insertInto('alert_watch').values(watch).execute()
    const list = async () =>
      (await readInbox(context, { owner: OTHER_OWNER, limit: 9 })).map(
        ({ message }) => message.type,
      )
    await moveTo(sinceMs + DAY_MS - 1)
    expect(await list()).toEqual([])
    await moveTo(sinceMs + DAY_MS)
    expect(await list()).toEqual(['wallet.reminder'])
  })
})

describe('a dormant wallet', () => {
  const sign = ({ context }: AlertScene, ms: number) =>
    context.pool.query(
      `insert into chain_transaction values ($1, $2, 0, $3, $4, false, false, true)`,
      [MALLORY, Math.floor(ms / 1000), 'ab'.repeat(32), ms],
    )

  it.each([
    [89, []],
    [90, ['wallet.active_again']],
  ])('that signs again after %i days: %j', async (days, expected) => {
    const scene = await openScene()
    const { moveTo, types, receiver } = scene
    await sign(scene, NOTICE_MS)
    await moveTo(NOTICE_MS)
    await sign(scene, NOTICE_MS + days * DAY_MS)
    await moveTo(NOTICE_MS + days * DAY_MS)
    await moveTo(NOTICE_MS + days * DAY_MS + 1)
    expect(types()).toEqual(expected)
    if (expected.length === 0) return
    expect(receiver.messages()[0]?.data).toMatchObject({
      address: MALLORY,
      lastActiveAt: '2026-11-22T12:00:00.000Z',
      quietDays: days,
    })
  })

  it('that nobody watched in between does not count as dormant then', async () => {
    const scene = await openScene()
    await sign(scene, NOTICE_MS)
    await scene.moveTo(NOTICE_MS)
    await scene.context.pool.query('delete from alert_watch')
    await scene.moveTo(NOTICE_MS + 1)
    await sign(scene, NOTICE_MS + 200 * DAY_MS)
    await scene.watch(OWNER, MALLORY)
    await scene.moveTo(NOTICE_MS + 200 * DAY_MS)
    expect(scene.types()).toEqual([])
  })
})
