import { describe, expect, it } from 'vitest'
import { readInbox } from '../subscriptions/inbox.ts'
import { readClearanceCounts, requestChallenge } from '../subscriptions/write-deliveries.ts'
import { toWebhook } from '../testing/add-webhook.ts'
import {
  buildAccusedNotice,
  CLEARED_NOTICE,
  insertAgentNotice,
  LEVEL_NOTICE,
} from '../testing/insert-agent-notice.ts'
import { insertTip } from '../testing/insert-tip.ts'
import { type AlertScene, MALLORY, OWNER, openScene } from '../testing/open-scene.ts'

const ACCUSED = { address: MALLORY, notice: buildAccusedNotice(), caseId: 'case-1' }
const CLEARED = { address: MALLORY, notice: CLEARED_NOTICE, caseId: 'case-1' }

/** A webhook from before there were challenges, with so many days left. */
async function openOldScene(days: number): Promise<AlertScene> {
  const scene = await openScene()
  await leaveDays(scene, days)
  return scene
}

const leaveDays = ({ context }: AlertScene, days: number) =>
  context.pool.query(
    `update alert_subscription set confirmed_at = null, confirm_by = now() + make_interval(days => $1)`,
    [days],
  )

const passTime = async (scene: AlertScene) => {
  await scene.alerts.step('alert times')
  await scene.settle()
}

const listNews = async ({ context }: AlertScene) =>
  (await readInbox(context, { owner: OWNER, limit: 100 })).flatMap(({ message }) =>
    message.type === 'webhook.unconfirmed' ? [message.data] : [],
  )

const listTypes = ({ receiver }: AlertScene) => receiver.messages().map(({ type }) => type)

describe('a webhook from before there were challenges', () => {
  it('gets its alerts and clearances meanwhile, and its owner is told once', async () => {
    const scene = await openOldScene(30)
    await passTime(scene)
    await passTime(scene)
    expect(await listNews(scene)).toMatchObject([
      { webhookId: String(scene.webhookId), url: scene.receiver.url, isStopped: false },
    ])
    await insertAgentNotice(scene.context, ACCUSED)
    await scene.settle()
    await insertAgentNotice(scene.context, CLEARED)
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused', 'wallet.cleared'])
    expect(scene.receiver.challenges).toEqual([])
  })

  it('gets nothing when its time is over, and its owner is told once', async () => {
    const scene = await openOldScene(30)
    await passTime(scene)
    await leaveDays(scene, 0)
    await passTime(scene)
    await passTime(scene)
    expect(await listNews(scene)).toMatchObject([{ isStopped: true }, { isStopped: false }])
    await insertAgentNotice(scene.context, ACCUSED)
    await insertAgentNotice(scene.context, { address: MALLORY, notice: LEVEL_NOTICE })
    await scene.settle()
    expect(listTypes(scene)).toEqual([])
    expect(await scene.deliveries(OWNER)).toEqual([])
    const inbox = await readInbox(scene.context, { owner: OWNER, limit: 2 })
    expect(inbox.map(({ message }) => message.type)).toEqual([
      'wallet.level_changed',
      'wallet.accused',
    ])
  })

  it('that was stopped before its alert was sent gets it not', async () => {
    const scene = await openOldScene(30)
    await insertAgentNotice(scene.context, ACCUSED)
    await scene.alerts.step('alerts')
    await leaveDays(scene, 0)
    await scene.settle()
    expect(listTypes(scene)).toEqual([])
    expect(await scene.deliveries(OWNER)).toMatchObject([{ status: 'withdrawn', attempts: 0 }])
  })

  it('that was stopped is not reached by a clearance, until it is confirmed', async () => {
    const scene = await openOldScene(30)
    const { context, receiver, webhookId } = scene
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    await leaveDays(scene, 0)
    await insertAgentNotice(context, CLEARED)
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused'])
    const counts = () => readClearanceCounts(context, MALLORY, 'case-1')
    // The inboxes of the owner and of the wallet itself wait for 'Seen'.
    expect(await counts()).toEqual({ reached: 0, waiting: 2, notReached: 1 })
    await requestChallenge(context, {
      owner: OWNER,
      target: toWebhook(webhookId),
      url: receiver.url,
    })
    await scene.settle()
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused', 'wallet.cleared'])
    expect(await counts()).toEqual({ reached: 1, waiting: 2, notReached: 0 })
  })

  it('that is confirmed in time goes on, and nothing more is told of it', async () => {
    const scene = await openOldScene(30)
    const { context, receiver, webhookId } = scene
    await passTime(scene)
    await requestChallenge(context, {
      owner: OWNER,
      target: toWebhook(webhookId),
      url: receiver.url,
    })
    await scene.settle()
    await context.pool.query('update alert_subscription set confirm_by = now()')
    await insertTip(context, 1)
    await passTime(scene)
    expect(await listNews(scene)).toHaveLength(1)
    await insertAgentNotice(context, ACCUSED)
    await scene.settle()
    expect(listTypes(scene)).toEqual(['wallet.accused'])
  })
})
